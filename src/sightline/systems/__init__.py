"""The five rule systems that come with Sightline; each is found by its entry point, as anybody's own system is."""
