"""The guard of what a language model writes: nothing false leaves, whatever the model does."""
