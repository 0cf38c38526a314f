"""The referee: asks a rule system and folds what it finds into an answer. It knows no system by name."""
