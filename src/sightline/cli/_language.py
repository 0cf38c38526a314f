"""The language of the command line: found before anything is read, so that help and refusals speak it too."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from copy import copy
from inspect import cleandoc
from itertools import pairwise
from typing import TypeVar, cast

import click

from sightline import i18n
from sightline.cli._lazy_group import Changed
from sightline.i18n import LANGUAGES, _, pgettext, use_language

FLAG = "--lang"

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def language_of(arguments: Sequence[str]) -> str:
    """Give the last language that the arguments choose, English where they choose none that there is."""
    chosen = [LANGUAGES[0]]
    for argument, following in pairwise((*arguments, "")):
        if argument == "--":
            break
        flag, _equals, value = argument.partition("=")
        if flag == FLAG:
            chosen.append(value or following)
    return next(each for each in reversed(chosen) if each in LANGUAGES)


@contextmanager
def heard_in(chosen: str) -> Iterator[None]:
    """Speak a language, and have click's own texts, which come through gettext's default domain, in it too."""
    domain, variable = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(i18n.DOMAIN, str(i18n.CATALOGUES))
    gettext.textdomain(i18n.DOMAIN)
    os.environ["LANGUAGE"] = chosen
    try:
        with use_language(chosen):
            yield
    finally:
        gettext.textdomain(domain)
        if variable is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = variable


def in_paragraphs(text: str) -> str:
    """Give the text of a docstring with one line for each paragraph, as it is translated and as click wraps it."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n"))


def said(command: AnyCommand) -> AnyCommand:
    """Give a command, with those in it, whose help is in the language that is spoken."""
    told = copy(command)
    told.help = _(in_paragraphs(command.help)) if command.help else None
    told.short_help = _(command.short_help) if command.short_help else None
    told.params = [_said(each) for each in command.params]
    if isinstance(told, click.Group):
        told.subcommand_metavar = pgettext("metavar", told.subcommand_metavar)
        told.commands = cast("MutableMapping[str, click.Command]", Changed(told.commands, said))
    return told


def _said(parameter: click.Parameter) -> click.Parameter:
    told = copy(parameter)
    if isinstance(told, click.Option) and told.help:
        told.help = _(told.help)
    if told.metavar:
        told.metavar = pgettext("metavar", told.metavar)
    return told
