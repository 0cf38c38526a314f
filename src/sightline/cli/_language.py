"""The language of the command line, determined before parsing, so that help and error messages use it too."""

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
from sightline.cli._help_width import FittingContext
from sightline.cli._lazy_group import MappedCommands
from sightline.i18n import LANGUAGES, _, pgettext, use_language

FLAG = "--lang"

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def language_of(arguments: Sequence[str]) -> str:
    """Return the last valid language among the arguments, by default English."""
    chosen = [LANGUAGES[0]]
    for argument, following in pairwise((*arguments, "")):
        if argument == "--":
            break
        flag, _equals, value = argument.partition("=")
        if flag == FLAG:
            chosen.append(value or following)
    return next(each for each in reversed(chosen) if each in LANGUAGES)


@contextmanager
def use_cli_language(chosen: str) -> Iterator[None]:
    """Use a language within the context, also for click's own texts, which come from gettext's default domain."""
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
    """Return a docstring with one line per paragraph: the form in which it is translated and click wraps it."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n"))


def localized_command(command: AnyCommand) -> AnyCommand:
    """Return a copy of a command, with its subcommands, whose help is in the current language and fits the terminal."""
    translated = copy(command)
    translated.context_class = FittingContext
    vars(translated)["_help_option"] = None  # click creates it once for each command, in the language of that moment
    translated.help = _(in_paragraphs(command.help)) if command.help else None
    translated.short_help = _(command.short_help) if command.short_help else None
    translated.params = [_localized_parameter(each) for each in command.params]
    if isinstance(translated, click.Group):
        translated.subcommand_metavar = pgettext("metavar", translated.subcommand_metavar)
        translated.commands = cast(
            "MutableMapping[str, click.Command]", MappedCommands(translated.commands, localized_command)
        )
    return translated


def _localized_parameter(parameter: click.Parameter) -> click.Parameter:
    translated = copy(parameter)
    if isinstance(translated, click.Option) and translated.help:
        translated.help = _(translated.help)
    if translated.metavar:
        translated.metavar = pgettext("metavar", translated.metavar)
    return translated
