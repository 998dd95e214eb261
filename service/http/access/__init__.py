"""Who may ask how much: keys, rate limits, sizes of bodies, and how many are answered at once."""
