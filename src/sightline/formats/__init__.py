"""The formats that people write and programs read: scenarios in YAML, answers in JSON."""
