"""Observation of a server from outside: its health, its logs, its numbers."""
