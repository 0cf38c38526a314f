"""Guests, and battles of two seats with their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("guests_token", "guests", ["token"], unique=True)
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("against", sa.String(16), nullable=False),
        sa.Column("first", sa.String(32)),
        sa.Column("second", sa.String(32)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("goes_on", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    for column in ("phase", "first", "second", "goes_on"):
        op.create_index(f"matches_{column}", "matches", [column])
    op.create_table(
        "match_entries",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(100)),
        sa.Column("command", sa.String(100)),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.create_index("match_entries_command", "match_entries", ["match_id", "seat", "command"], unique=True)
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("heartbeats", "match_entries", "matches", "guests"):
        op.drop_table(table)
