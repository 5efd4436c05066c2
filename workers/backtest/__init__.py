"""What the engine would have said of a repository's past, told before anybody switches it on."""
