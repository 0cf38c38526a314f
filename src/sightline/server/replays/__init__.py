"""Replays over HTTP: records of battles are replayed step by step."""
