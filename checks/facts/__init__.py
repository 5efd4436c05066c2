"""What a change did to observable contracts, one kind of contract a module."""
