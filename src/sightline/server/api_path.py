"""The path of the API for programs."""

API = "/api/v1"
