"""Turns what the sandbox holds into the JSON of GitHub's OpenAPI description, one resource a file."""
