"""Conduct: whom somebody has blocked, and what is reported to whoever runs the server."""
