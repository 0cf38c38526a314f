"""File formats: scenarios in YAML, answers in JSON."""
