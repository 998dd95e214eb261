"""The language model: its client, and answers written by it under guard."""
