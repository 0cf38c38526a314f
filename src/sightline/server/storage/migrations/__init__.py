"""Migrations of the database, each from one version of its tables to the next, run by Alembic."""
