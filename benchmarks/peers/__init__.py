"""What others do with the same board: bare sight or ways, no rules. In sight none is exact; each has its own rule.

Each gives None where the package that it asks, from PyPI, is not installed.
"""
