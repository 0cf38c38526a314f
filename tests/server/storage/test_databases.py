"""Databases: made, brought up to date, refused; backed up while the server runs, and restored elsewhere."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text

from sightline.server.http_refusals import CannotServe
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.migration import migrate
from sightline.server.storage.schema import EDITS, METADATA, TABLES
from sightline.server.storage.sole_server import serving_alone
from tests.cli.conftest import Run, run
from tests.server.conftest import Serving, sqlite_in
from tests.server.tables.page import Page, move, new_table

__all__ = ["run"]


def run_program(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sightline", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_migrations_make_the_tables_that_the_program_knows(database: str) -> None:
    url = parse_database(database)
    for _ in range(2):  # the second time there is nothing to do
        migrate(url)
    with connected(url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_what_is_kept_survives_a_crash_of_the_machine(tmp_path: Path) -> None:
    with connected(parse_database(sqlite_in(tmp_path))) as connection:
        pragmas = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path, run: Run) -> None:
    url = sqlite_in(tmp_path)
    migrate(parse_database(url))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = run("serve", "--port", "0", "--database", url)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "command line: --database: the database was made by a newer Sightline than 0.1.0, which cannot read it.\n"
    )


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite:////proc/nowhere/tables.sqlite3", "No such file or directory"),
        ("postgresql://me:hush@127.0.0.1:9/tables", "connection failed"),
        ("mysql://me:hush@here/tables", "a database is sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("sqlite://", "a database is sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("hush", "a database is sqlite:///FILE or postgresql://USER@HOST/NAME"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "restore"])
def test_a_database_that_cannot_be_used_is_refused(
    tmp_path: Path, url: str, reason: str, command: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "backup"
    migrate(parse_database(f"sqlite:///{backup}"))
    further = ["--port", "0"] if command == "serve" else [str(backup)]
    monkeypatch.setenv("SIGHTLINE_DATABASE", url)
    done = run(command, *further)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("command line: --database: ")
    assert reason in done.err
    assert "hush" not in done.err


def rows_of(database: str) -> list[list[tuple[object, ...]]]:
    with connected(parse_database(database)) as connection:
        return [sorted(map(tuple, connection.execute(select(table)))) for table in (TABLES, EDITS)]


def test_a_backup_while_serving_gives_the_same_tables_elsewhere(
    database: str, tmp_path: Path, serving: Serving
) -> None:
    backup, elsewhere = tmp_path / "backup", f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    with serving(tmp_path, database=database) as (address, _process), httpx.Client(base_url=address) as client:
        page, secret = new_table(client)
        page.edit(move("Ann", "C3"), {"title": "Zoë's night"})
        done = run_program("backup", backup, "--database", database)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "1 table backed up.\n"
        kept = rows_of(database)
        state, past = page.read(), page.history()
        page.edit(move("Ann", "C4"))
    done = run_program("restore", backup, "--database", elsewhere)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 table restored.\n", "")
    assert rows_of(elsewhere) == kept
    with serving(tmp_path, database=elsewhere) as (address, _process), httpx.Client(base_url=address) as client:
        page = Page(client, page.table, secret)
        assert (page.read(), page.history()) == (state, past)
        assert page.edit(move("Ann", "C5"), base=2)["revision"] == 3
    done = run_program("restore", backup, "--database", database)  # and back, over what has been since
    assert done.returncode == 0, done.stderr
    assert rows_of(database) == kept


def test_a_second_server_of_one_database_is_refused_until_the_first_has_ended(
    database: str, tmp_path: Path, serving: Serving
) -> None:
    with serving(tmp_path, database=database) as (address, first):
        second = run_program("serve", "--port", "0", "--database", database)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == (
            "command line: --database: another server uses this database; stop it first, or name another database.\n"
        )
        assert httpx.get(f"{address}ready").status_code == 200
        first.kill()
        with serving(tmp_path, database=database) as (later, _process):
            assert httpx.get(f"{later}ready").status_code == 200


@pytest.mark.slow
def test_another_name_of_the_same_file_is_the_same_database(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    here, elsewhere, linked = (parse_database(sqlite_in(tmp_path / each)) for each in (".", "x", "link"))
    with ExitStack() as held:
        for each in (here, elsewhere):
            held.enter_context(serving_alone(each))
        with pytest.raises(CannotServe, match="another server"):
            held.enter_context(serving_alone(linked))


def test_a_refused_start_leaves_nothing_behind(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "notes.yaml"
    file.write_bytes(b"sightline: 1\n")
    done = run("serve", "--port", "0", "--database", f"sqlite:///{file}")
    reason = "the database cannot be used: file is not a database"
    assert (done.status, done.out, done.err) == (2, "", f"command line: --database: {reason}.\n")
    assert [*tmp_path.iterdir()] == [file]


def test_the_start_that_a_newer_database_refuses_leaves_nothing_behind(tmp_path: Path, run: Run) -> None:
    migrate(parse_database(sqlite_in(tmp_path)))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert run("serve", "--port", "0", "--database", sqlite_in(tmp_path)).status == 2
    assert [each.name for each in tmp_path.iterdir()] == ["tables.sqlite3"]


@pytest.mark.parametrize("content", [None, b"sightline: 1\n", b""])
def test_what_is_no_backup_replaces_nothing(tmp_path: Path, content: bytes | None, run: Run) -> None:
    backup, database = tmp_path / "backup", sqlite_in(tmp_path)
    if content is not None:
        backup.write_bytes(content)
    migrate(parse_database(database))
    with connected(parse_database(database)) as connection:
        row = {"id": "x", "secret": b"", "revision": 1, "title": '""', "rules": "penance", "scenario": "", "opened": 0}
        connection.execute(TABLES.insert().values(**row))
    done = run("restore", str(backup), "--database", database)
    assert (done.status, done.out) == (2, "")
    said = "No such file or directory." if content is None else f"FILE: {backup} is not a Sightline backup."
    assert done.err == f"{backup if content is None else 'command line'}: {said}\n"
    assert len(rows_of(database)[0]) == 1


def test_a_database_that_is_not_there_is_not_backed_up(tmp_path: Path, run: Run) -> None:
    done = run("backup", str(tmp_path / "backup"), "--database", sqlite_in(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert done.err == f"command line: --database: there is no database {sqlite_in(tmp_path)}.\n"
    assert list(tmp_path.iterdir()) == []
