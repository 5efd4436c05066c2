"""From facts to a verdict: which criteria they meet, how much that weighs, and what exempts a change."""
