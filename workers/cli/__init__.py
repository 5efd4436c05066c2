"""The `design-review` program, one command a file."""
