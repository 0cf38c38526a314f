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
"""Tables of the web: `secret` is the SHA-256 of the secret that allows edits, `title` is JSON, `opened` the time at
which the table was last opened, in seconds since 1970."""

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
"""Edits of a table by the revision that they led to: `request` is the id given by the sender, `client` the sender's
page, `overtaken` the overtaken edits that were reported to the sender; lists are JSON."""

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("guests_seen", "seen"),
)
"""People: `name` is JSON, `seen` when they were last here; times are milliseconds since 1970."""

GUEST_TOKENS = Table(
    "guest_tokens",
    METADATA,
    Column("token", LargeBinary(32), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("guest_tokens_guest", "guest"),
)
"""The SHA-256 of the tokens of people, one for each of their devices."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("login", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("accounts_login", "login", unique=True),
)
"""People who have a password: `login` is the name as sign-in compares it, `password` its hash of argon2id."""

KEPT_TEAMS = Table(
    "kept_teams",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("changed", BigInteger, nullable=False),
    Column("team", Text, nullable=False),
)
"""Teams that people have saved, as JSON."""

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Index("blocks_blocked", "blocked"),
)
"""Blocks: `blocked` is blocked by `guest`."""

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("battle", String(32), nullable=False),
    Column("about", ForeignKey("guests.id", ondelete="SET NULL")),
    Column("reporter", ForeignKey("guests.id", ondelete="SET NULL")),
    Column("content", Text, nullable=False),
    Index("reports_created", "created"),
)
"""Reports about players of a battle, which may have been deleted since; `content` is JSON."""

WEBHOOKS = Table(
    "webhooks",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("url", Text, nullable=False),
)
"""The webhooks to which notices of people are sent."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("against", String(16), nullable=False),
    Column("first", String(32)),
    Column("second", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("goes_on", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    *(Index(f"matches_{column}", column) for column in ("phase", "first", "second", "goes_on", "opened")),
)
"""Matches, with what lists show of them, derived from their logs. `first` and `second` are the ids of the players,
`opened` is when the match was last opened or played, `summary` is JSON; a match that `goes_on` is resumed when the
server starts, because a clock runs or a computer plays in it."""

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
"""The entries of the logs as JSON; `command` is the id of the command, sent by `seat`, that made the entry, if any."""

HEARTBEATS = Table(
    "heartbeats",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
)
"""One row: the time, in milliseconds since 1970, at which a server last ran."""
