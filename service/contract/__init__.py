"""The HTTP contract: what requests and replies look like, and how values of the domain become replies."""
