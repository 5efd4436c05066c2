"""Text to structure, every node with its place; what cannot be read is a value, not an error."""
