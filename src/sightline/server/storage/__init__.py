"""Storage: the database of a server, SQLite or PostgreSQL."""
