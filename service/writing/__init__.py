"""Writing an answer with a language model: what it is given, what becomes of what it writes."""
