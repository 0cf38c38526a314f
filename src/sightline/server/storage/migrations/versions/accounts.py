"""Tokens of guests in a table of their own, passwords, and saved teams."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _guest(*, is_key: bool) -> sa.Column[str]:
    reference = sa.ForeignKey("guests.id", ondelete="CASCADE")
    return sa.Column("guest", sa.String(32), reference, primary_key=is_key, nullable=False)


def upgrade() -> None:
    """Make the tables, and move the tokens."""
    op.create_table(
        "guest_tokens",
        sa.Column("token", sa.LargeBinary(32), primary_key=True),
        _guest(is_key=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("guest_tokens_guest", "guest_tokens", ["guest"])
    op.execute("INSERT INTO guest_tokens (token, guest, created) SELECT token, id, created FROM guests")
    op.add_column("guests", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE guests SET seen = created")
    op.drop_index("guests_token", "guests")
    op.drop_column("guests", "token")
    op.create_index("guests_seen", "guests", ["seen"])
    op.create_table(
        "accounts",
        _guest(is_key=True),
        sa.Column("login", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("accounts_login", "accounts", ["login"], unique=True)
    op.create_table(
        "kept_teams",
        _guest(is_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables; one token of each guest stays."""
    op.drop_table("kept_teams")
    op.drop_table("accounts")
    op.drop_index("guests_seen", "guests")
    op.drop_column("guests", "seen")
    op.add_column("guests", sa.Column("token", sa.LargeBinary(32)))
    op.execute("UPDATE guests SET token = (SELECT min(token) FROM guest_tokens WHERE guest = guests.id)")
    op.execute("DELETE FROM guests WHERE token IS NULL")
    op.create_index("guests_token", "guests", ["token"], unique=True)
    op.drop_table("guest_tokens")
