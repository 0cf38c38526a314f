"""Pictures of free tables, in inches: the same scenes as of boards, drawn and told in their own way."""
