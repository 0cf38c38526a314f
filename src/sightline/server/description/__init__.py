"""The description of the API in OpenAPI, made from its routes."""
