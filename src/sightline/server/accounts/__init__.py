"""Accounts: guests who have a password, what is theirs, and how all of it is taken along or deleted."""
