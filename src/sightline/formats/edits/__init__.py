"""Edits: small changes to a scenario that programs exchange, in the terms of the scenario format."""
