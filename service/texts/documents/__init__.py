"""Whole documents checked: their text, and the quotations in them."""
