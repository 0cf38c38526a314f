"""The five rule systems of Sightline, each found by its entry point, like a system of your own."""
