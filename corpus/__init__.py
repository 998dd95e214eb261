"""What the texts say and how they are cited; imports nothing of ours."""
