"""Talks to GitHub: receives its events, reads its state, and publishes a review."""
