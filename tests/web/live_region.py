"""Driver: what the page says to a screen reader."""

LAST_SAID = "#live > :last-child"
"""The last text; those before it stay for a while to be heard."""
