"""The table of character classes and the program that writes it."""
