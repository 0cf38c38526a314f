"""Replays over HTTP: records of battles that anybody sends, played again step by step."""
