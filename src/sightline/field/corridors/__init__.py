"""The questions that are asked of all pieces of a free table at once."""

from sightline.field.table_field import TableField

__all__ = ["TableField"]
