"""The OpenAPI description of the API, generated from its routes."""
