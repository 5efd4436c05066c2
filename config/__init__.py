"""Knows: settings of the process and profiles of the projects under review."""
