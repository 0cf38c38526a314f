"""Worker processes, which run everything that could take long."""
