"""One reader per source format, each accounting for every character of its file."""
