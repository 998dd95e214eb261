"""Joins the layers and meets the world."""
