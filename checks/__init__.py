"""Thinks: facts, classification, rules and readiness, as pure functions over values."""
