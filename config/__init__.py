"""Knows: settings of the process and profiles of the projects under review."""

VERSION = "0.1.0"
