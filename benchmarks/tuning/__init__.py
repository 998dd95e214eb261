"""Fitting the numbers of the ranking and of the decision to answer: on questions kept for that, by cross-validation."""
