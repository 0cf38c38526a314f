"""Accounts: guests with a password, their saved teams, and the export and deletion of their data."""
