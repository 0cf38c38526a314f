"""Blocks, reports and webhooks of guests; the time at which matches were last opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _person(name: str, *, is_key: bool, after: str = "CASCADE") -> sa.Column[str]:
    reference = sa.ForeignKey("guests.id", ondelete=after)
    return sa.Column(name, sa.String(32), reference, primary_key=is_key, nullable=not is_key)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "blocks",
        _person("guest", is_key=True),
        _person("blocked", is_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("battle", sa.String(32), nullable=False),
        _person("about", is_key=False, after="SET NULL"),
        _person("reporter", is_key=False, after="SET NULL"),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("reports_created", "reports", ["created"])
    op.create_table("webhooks", _person("guest", is_key=True), sa.Column("url", sa.Text, nullable=False))
    op.add_column("matches", sa.Column("opened", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET opened = created")
    op.create_index("matches_opened", "matches", ["opened"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_index("matches_opened", "matches")
    op.drop_column("matches", "opened")
    for table in ("webhooks", "reports", "blocks"):
        op.drop_table(table)
