"""All that speaks to GitHub; PyGithub is used here alone."""
