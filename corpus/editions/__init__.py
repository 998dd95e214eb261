"""Printed editions added beside the default texts: their pages, and where the clauses stand on them."""
