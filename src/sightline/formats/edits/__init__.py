"""Edits: small changes to a scenario that programs exchange, with the keys of the scenario format."""
