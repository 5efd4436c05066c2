"""Drives the flow: jobs, git, the sweep, and the command line."""
