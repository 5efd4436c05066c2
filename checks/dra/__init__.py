"""Dynamic Resource Allocation as rules see it: claims of every API version in one shape."""
