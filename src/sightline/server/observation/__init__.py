"""Observation of a server from outside: health, logs, metrics."""
