"""The referee: combines the findings of a rule system into an answer. No system is named here."""
