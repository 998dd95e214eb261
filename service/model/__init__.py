"""The language model: its client, and what happens when it does not answer."""
