"""Measurements against peers, in one run on the same boards: `python -m benchmarks [--quick] [--write]`."""
