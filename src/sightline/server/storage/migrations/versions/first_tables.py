"""The first version: tables of the web and their edits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_opened", "tables", ["opened"])
    op.create_table(
        "edits",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("request", sa.String(100), nullable=False),
        sa.Column("client", sa.String(100)),
        sa.Column("edits", sa.Text, nullable=False),
        sa.Column("undo", sa.Text, nullable=False),
        sa.Column("overtaken", sa.Text, nullable=False),
    )
    op.create_index("edits_request", "edits", ["table_id", "request"], unique=True)


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("edits")
    op.drop_table("tables")
