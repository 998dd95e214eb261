"""Measurements: never imported by the application."""
