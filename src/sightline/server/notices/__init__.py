"""Notices to addresses of people's own, when it is their turn and they are not there."""
