"""Update the catalogues of translations: `.venv/bin/python -m tools.catalogues`; `--check` changes nothing.

The texts are collected from the marks in the code (`_`, `N_`, `counted`, `ngettext`, `pgettext`, and `Term`, which has
the context "word"), from the rule systems of the package, from the help of the commands, and from click, whose texts
are translated too. New texts are added to each catalogue without a translation; texts that are no longer used are
removed.
"""

from __future__ import annotations

import argparse
import re
import string
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, cast

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sightline.api import ready_maps, ready_teams
from sightline.api.lessons import read_lessons
from sightline.cli._language import in_paragraphs
from sightline.cli.main import program
from sightline.formats.json_answers import scenario_schema
from sightline.formats.yaml_comments import iter_texts
from sightline.i18n import CATALOGUES, DOMAIN, LANGUAGES
from sightline.rules import (
    Effect,
    Equipped,
    Exemplified,
    Odds,
    Playable,
    Ruleset,
    Ruling,
    Sight,
    Taught,
    installed_systems,
)
from tools.client_texts import SOURCES as CLIENT
from tools.client_texts import as_json, client_texts

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "sightline"
TEMPLATE = CATALOGUES / f"{DOMAIN}.pot"

_KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "counted": (1, 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Term": None,
}
_CLICK_FILES = ("core.py", "decorators.py", "exceptions.py", "formatting.py", "parser.py", "types.py")
"""The modules of click for parsing and help; its prompts, pagers and progress bars are not used."""
_PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}


_IN_PICTURES = ("hit", "percent")
"""The keys of odds that pictures express in words of their own."""


class SourceText(NamedTuple):
    """A text to translate: its place, with its plural if it has one, and its context."""

    place: str
    text: str | tuple[str, ...]
    context: str | None = None

    @property
    def key(self) -> tuple[str | None, str]:
        """Its key in a catalogue: context and text."""
        return self.context, self.text if isinstance(self.text, str) else self.text[0]


def collect() -> dict[tuple[str | None, str], list[SourceText]]:
    """Return all texts to translate, each with all of its places."""
    found: dict[tuple[str | None, str], list[SourceText]] = {}
    for each in (*_in_code(), *_in_systems(), *_in_help(), *_in_click(), *_in_client()):
        text = each.text if isinstance(each.text, str) else each.text[0]
        if any(char.isalpha() for char in text) or each.context:
            found.setdefault(each.key, []).append(each)
    return found


def _in_code() -> Iterator[SourceText]:
    for file in sorted(SOURCES.rglob("*.py")):
        yield from _marked(file, file.relative_to(ROOT).as_posix())


def _marked(file: Path, place: str) -> Iterator[SourceText]:
    text = file.read_bytes()
    with BytesIO(text) as lines:
        for keyword in (each for each in _KEYWORDS if f"{each}(".encode() in text):
            lines.seek(0)
            keywords = {keyword: _KEYWORDS[keyword]}
            for _, texts, _, context in extract("python", lines, keywords, options={"encoding": "utf-8"}):
                yield SourceText(place, texts, "word" if keyword == "Term" else context)


def our_systems() -> tuple[Ruleset[Any], ...]:
    """Return the rule systems of the package."""
    ours = (each for each in distribution("sightline").entry_points if each.group == "sightline.systems")
    return tuple(installed_systems()[each.name] for each in ours)


def _in_systems() -> Iterator[SourceText]:
    yield from (SourceText("sight", sight.value, "sight") for sight in Sight)
    yield from (SourceText("effect", effect.value, "word") for effect in Effect)
    for rules in our_systems():
        for clause in rules.clauses:
            yield from (SourceText(f"clause {clause.id}", text) for text in (clause.title, clause.text, clause.source))
        for ruling in rules.rulings:
            place = f"ruling {ruling.name} of {rules.key}"
            yield SourceText(place, ruling.question)
            yield from (SourceText(place, key, "ruling") for key in _ruling_keys(ruling))
        yield from (SourceText(f"message {name} of {rules.key}", text) for name, text in rules.messages.items())
        yield from _in_ready(rules)
        for name in (*rules.terrain, *rules.border_terrain):
            yield SourceText(f"terrain of {rules.key}", name, "word")
        for key in (*_further_keys(rules), *rules.roll_numbers):
            yield SourceText(f"key of {rules.key}", key.replace("_", " "), "word")
        for key in dict.fromkeys(_in_sheets(scenario_schema(rules))):
            yield SourceText(f"sheet of {rules.key}", key.replace("_", " "), "word")
    kinds: tuple[type[Odds], ...] = (Odds, *Odds.__subclasses__())
    yield SourceText("key of Rolled", "seed", "word")
    for odds in kinds:
        yield from (
            SourceText(f"key of {odds.__name__}", key, "word")
            for key in odds.__struct_fields__
            if key not in _IN_PICTURES
        )


def _ruling_keys(ruling: Ruling) -> Iterator[str]:
    """Yield the name of a ruling, and each of its choices with it: alone, the same word may need two translations."""
    yield ruling.name
    yield from (f"{ruling.name}={choice}" for choice in ruling.choices)


def _in_ready(rules: Ruleset[Any]) -> Iterator[SourceText]:
    """Yield the texts of what is ready: characters, examples, maps, teams, lessons."""
    if isinstance(rules, Playable):
        about = rules.game().about.items()
        for name, text in about:
            yield SourceText(f"character {name} of {rules.key}", text)
            yield SourceText(f"character {name} of {rules.key}", name.replace("_", " "), "word")
    if isinstance(rules, Exemplified):
        for written in (*map(rules.example, rules.grids), rules.dispute()):
            yield from (SourceText(f"example of {rules.key}", text) for text in iter_texts(written))
    if isinstance(rules, Equipped):
        maps, teams = ready_maps(rules.key).items(), ready_teams(rules.key).items()
        yield from (SourceText(f"map {key} of {rules.key}", scenario.title) for key, scenario in maps)
        yield from (SourceText(f"team {key} of {rules.key}", team.name) for key, team in teams)
    if isinstance(rules, Taught):
        for key, lesson in read_lessons(rules.key).items():
            texts = (lesson.scenario.title, *lesson.plan.texts())
            yield from (SourceText(f"lesson {key} of {rules.key}", text) for text in texts)


def _further_keys(rules: Ruleset[Any]) -> Iterator[str]:
    common = Ruleset.verdict_type.__struct_fields__
    yield from (name for name in rules.verdict_type.__struct_fields__ if name not in common)


def _in_sheets(schema: Mapping[str, Any], *, is_sheet: bool = False) -> Iterator[str]:
    """Yield the keys and choices of what pieces and features state, by the JSON Schema of scenarios; not facings."""
    stated: tuple[object, ...] = (*schema.get("properties", ()), *schema.get("enum", ())) if is_sheet else ()
    yield from (each for each in stated if isinstance(each, str) and each.islower())
    for key, inner in schema.items():
        parts = cast("Sequence[object]", inner if isinstance(inner, list) else [inner])
        for part in parts:
            if isinstance(part, dict):
                within = is_sheet or key in ("pieces", "features")
                yield from _in_sheets(cast("Mapping[str, Any]", part), is_sheet=within)


def _in_help(command: click.Command = program) -> Iterator[SourceText]:
    place = f"help of {command.name}"
    yield from (SourceText(place, in_paragraphs(text)) for text in (command.help, command.short_help) if text)
    for each in command.params:
        if isinstance(each, click.Option) and each.help:
            yield SourceText(place, each.help)
        if each.metavar:
            yield SourceText(place, each.metavar, "metavar")
    if isinstance(command, click.Group):
        yield SourceText(place, command.subcommand_metavar or "", "metavar")
        for further in command.commands.values():
            yield from _in_help(further)


def _in_click() -> Iterator[SourceText]:
    folder = Path(click.__file__).parent
    for name in _CLICK_FILES:
        yield from _marked(folder / name, f"click/{name}")


def _in_client() -> Iterator[SourceText]:
    for file, text in client_texts():
        yield SourceText(file.relative_to(ROOT).as_posix(), text)


class _StableCatalog(Catalog):
    """A catalogue whose header holds no date, so that the same texts give the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header: language, plurals, encoding."""
        language = str(self.locale) if self.locale else ""
        return [
            ("Project-Id-Version", "Sightline"),
            *([("Language", language), ("Plural-Forms", _PLURALS[language])] if language else []),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def catalog_of(
    texts: dict[tuple[str | None, str], list[SourceText]], language: str | None, known: Catalog | None
) -> Catalog:
    """Return the catalogue of a language for the collected texts, with the known translations."""
    new = _StableCatalog(language, domain=DOMAIN, fuzzy=False, creation_date=datetime(2026, 1, 1, tzinfo=UTC))
    new.header_comment = f"# What Sightline says{f', in {language}' if language else ''}. Made by tools/catalogues.py."
    for (context, _), places in texts.items():
        text = next((each.text for each in places if not isinstance(each.text, str)), places[0].text)
        before = known.get(text if isinstance(text, str) else text[0], context) if known else None
        translation: Any = ("", "") if not isinstance(text, str) else ""
        if before is not None and isinstance(before.string, tuple) is not isinstance(text, str):
            translation = before.string
        new.add(
            text,
            translation,
            locations=[(place, None) for place in dict.fromkeys(each.place for each in places)],  # type: ignore[misc]
            flags=before.flags & {"fuzzy"} if before is not None else (),
            user_comments=before.user_comments if before is not None else (),
            context=context,
        )
    return new


def as_po(catalog: Catalog) -> bytes:
    """Return a catalogue as a PO file."""
    out = BytesIO()
    write_po(out, catalog, width=120, include_lineno=False)
    return out.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """Return a catalogue as an MO file, without fuzzy and missing translations."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def languages() -> Sequence[str]:
    """Return the languages that have a catalogue."""
    return LANGUAGES[1:]


def file_of(language: str, kind: str) -> Path:
    """Return the file of the catalogue of a language: kind "po" to edit, "mo" to run with."""
    return CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.{kind}"


def read_catalog(language: str) -> Catalog | None:
    """Return the catalogue of a language as it is on disk, or None."""
    file = file_of(language, "po")
    return read_po(BytesIO(file.read_bytes()), locale=language, domain=DOMAIN) if file.exists() else None


def placeholders(text: str) -> list[str]:
    """Return the placeholders of a text, sorted: in braces, or after % as in click."""
    if re.search(r"%\(\w+\)", text):
        return sorted(re.findall(r"%\((\w+)\)", text))
    try:
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)
    except ValueError:  # a text without placeholders
        return []


def _problems() -> Iterator[str]:
    texts = collect()
    if not TEMPLATE.exists() or TEMPLATE.read_bytes() != as_po(catalog_of(texts, None, None)):
        yield f"{TEMPLATE.relative_to(ROOT)} is out of date"
    for language in languages():
        known = read_catalog(language)
        yield from [f"{language} has no catalogue"] if known is None else _problems_of(language, texts, known)


def _problems_of(language: str, texts: dict[tuple[str | None, str], list[SourceText]], known: Catalog) -> Iterator[str]:
    name = file_of(language, "po").relative_to(ROOT)
    there = {(each.context, _text(each)): each for each in known if each.id}
    yield from (f"{name} lacks {key}" for key in texts if key not in there)
    yield from (f"{name} has {key}, which is not used" for key in there if key not in texts)
    yield from (f"{name} keeps {each.id!r}, which is no longer used" for each in known.obsolete.values())
    for key, each in there.items():
        if each.fuzzy:
            yield f"{name} marks {key} as fuzzy"
        strings = each.string if isinstance(each.string, tuple) else (each.string,)
        if not all(strings):
            yield f"{name} does not translate {key}"
        else:
            yield from (f"{name}: {fault} in {key}" for fault in _faults(each, strings))
    whole = catalog_of(texts, language, known)
    if file_of(language, "po").read_bytes() != as_po(whole):
        yield f"{name} is not as this tool writes it"
    compiled = file_of(language, "mo")
    if not compiled.exists() or compiled.read_bytes() != as_mo(whole):
        yield f"{compiled.relative_to(ROOT)} is not compiled from {name.name}"


def _text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _faults(message: Message, strings: Iterable[Any]) -> Iterator[str]:
    ids = (message.id,) if isinstance(message.id, str) else message.id
    wanted = {tuple(placeholders(each)) for each in ids}
    if {tuple(placeholders(each)) for each in strings} - wanted:
        yield "other placeholders"


def check() -> list[str]:
    """Return all problems of the catalogues on disk."""
    return list(_problems())


def update() -> None:
    """Write the template and the catalogues."""
    texts = collect()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(as_po(catalog_of(texts, None, None)))
    for language in languages():
        whole = catalog_of(texts, language, read_catalog(language))
        file_of(language, "po").parent.mkdir(parents=True, exist_ok=True)
        file_of(language, "po").write_bytes(as_po(whole))
        file_of(language, "mo").write_bytes(as_mo(whole))


def require_own_package() -> None:
    """Exit unless the package that is imported is that of this checkout: its catalogues would be overwritten."""
    imported = CATALOGUES.resolve().parent
    if imported != SOURCES:
        sys.exit(f"sightline is imported from {imported}, not from this checkout; set PYTHONPATH={SOURCES.parent}")


def write_client() -> None:
    """Write the texts of the web client in each language; git ignores them."""
    for language in languages():
        catalog = read_catalog(language)
        if catalog is not None:
            (CLIENT / "locale").mkdir(exist_ok=True)
            for name, texts in zip((language, f"{language}.further"), as_json(catalog), strict=True):
                (CLIENT / "locale" / f"{name}.json").write_bytes(texts)


def main() -> None:
    """Run the tool."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail on whatever is not up to date")
    parser.add_argument("--client", action="store_true", help="only write the texts of the web client, for its build")
    arguments = parser.parse_args()
    if arguments.client:
        write_client()
        return
    require_own_package()
    if not arguments.check:
        update()
    problems = check()
    print("\n".join(problems) or "The catalogues are up to date.")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
