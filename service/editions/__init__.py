"""Editions added beside the default texts: opened, searched, and answered from where the default texts are silent."""
