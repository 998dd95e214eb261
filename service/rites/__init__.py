"""The rites as they are told: acts and what stands after each, the words for them, the stage."""
