"""Whether a quotation is real: where words stand, how they differ, and whether they stand where somebody says."""
