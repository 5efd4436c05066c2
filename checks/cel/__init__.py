"""CEL device selectors, judged as the API server and the allocator judge them."""
