"""Citations of passages for papers and for reference managers."""
