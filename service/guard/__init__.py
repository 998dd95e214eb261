"""The guard of what is said about the texts: nothing false leaves, whoever wrote it."""
