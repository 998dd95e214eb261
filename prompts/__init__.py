"""Every word sent to a language model."""
