"""Answers of other programs for the same board: bare sight or ways, no rules. In sight none is exact, each by its rule.

Each returns None if the package that it asks, from PyPI, is not installed.
"""
