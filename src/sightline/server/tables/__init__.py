"""Web tables: scenarios that people share by a link and edit together."""
