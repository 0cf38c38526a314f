"""The web table: an HTTP server of questions, tables and the page. Needs the extra `web`."""
