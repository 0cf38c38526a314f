"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

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
