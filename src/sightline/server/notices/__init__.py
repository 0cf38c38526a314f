"""Notices to webhooks of guests when it is their turn and they are not connected."""
