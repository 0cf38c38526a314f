"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Index("tables_opened", "opened"),
)
"""Tables of the web: `secret` is the SHA-256 of what allows edits, `title` is JSON, `opened` the time at which somebody
last opened it, in seconds since 1970."""

EDITS = Table(
    "edits",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("request", String(100), nullable=False),
    Column("client", String(100)),
    Column("edits", Text, nullable=False),
    Column("undo", Text, nullable=False),
    Column("overtaken", Text, nullable=False),
    Index("edits_request", "table_id", "request", unique=True),
)
"""Edits of a table by the revision that they led to: `request` is the sender's own id of them, `client` the sender's
page, `overtaken` what the sender was told; lists are JSON."""

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("token", LargeBinary(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("guests_token", "token", unique=True),
)
"""People: `token` is the SHA-256 of what they are known by, `name` JSON, `created` in milliseconds since 1970."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("against", String(16), nullable=False),
    Column("first", String(32)),
    Column("second", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("goes_on", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    *(Index(f"matches_{column}", column) for column in ("phase", "first", "second", "goes_on")),
)
"""Battles of two seats: what lists of them show, taken from their logs. `first` and `second` are who plays there,
`summary` is JSON; one that `goes_on` is taken up as soon as the server runs, as a clock runs or a computer plays."""

MATCH_ENTRIES = Table(
    "match_entries",
    METADATA,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(100)),
    Column("command", String(100)),
    Column("entry", Text, nullable=False),
    Index("match_entries_command", "match_id", "seat", "command", unique=True),
)
"""The entries of their logs as JSON; `command` is the id of the command of a `seat` that made this one, if one did."""

HEARTBEATS = Table(
    "heartbeats",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
)
"""One row: the time, in milliseconds since 1970, at which a server last ran."""
