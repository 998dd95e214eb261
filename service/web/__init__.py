"""The pages people read."""
