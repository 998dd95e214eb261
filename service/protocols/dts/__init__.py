"""Distributed Text Services 1.0: what collections there are, how texts are cited, and the passages themselves."""
