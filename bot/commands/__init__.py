"""Slash commands: their grammar, who may use them, and what each does."""
