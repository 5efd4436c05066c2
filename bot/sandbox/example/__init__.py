"""Makes the example: a small invented DRA driver with a proposals page, and three branches to open."""

from bot.sandbox.example.generate import BRANCHES, generate

__all__ = ["BRANCHES", "generate"]
