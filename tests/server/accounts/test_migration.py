"""A database of the days before accounts: whoever was known by a token still is."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import select, text

import sightline.server.storage.migration as migrations
from sightline.server.storage.database import connected, parse_database
from sightline.server.storage.schema import GUEST_TOKENS, GUESTS


def test_tokens_of_guests_stay_as_they_were(database: str) -> None:
    url = parse_database(database)
    with connected(url) as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(migrations.__file__).with_name("migrations")))
        config.set_main_option("path_separator", "os")
        command.upgrade(config, "0002")
        row = {"id": "ann", "token": b"\x00" * 32, "name": '"Ann"', "created": 7}
        connection.execute(text("INSERT INTO guests VALUES (:id, :token, :name, :created)"), row)
    migrations.migrate(url)
    with connected(url) as connection:
        assert [tuple(each) for each in connection.execute(select(GUESTS))] == [("ann", '"Ann"', 7, 7)]
        assert [tuple(each) for each in connection.execute(select(GUEST_TOKENS))] == [(b"\x00" * 32, "ann", 7)]
