"""Worker processes, in which everything runs that could take long."""
