"""From a review to the edits that make GitHub right."""
