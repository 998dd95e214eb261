"""What a sentence claims – numbers, directions, persons – and whether given texts bear it out."""
