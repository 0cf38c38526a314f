"""Battles between two people, or with the computer, over the web."""
