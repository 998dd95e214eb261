"""How well the right passage is found: Wenli against what one would use instead, measured in one run."""
