"""Conduct: blocking other guests, and reporting them to the operator of the server."""
