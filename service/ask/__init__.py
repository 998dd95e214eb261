"""The one path to an answer: understand, candidates, read, decide, lay out, verify."""
