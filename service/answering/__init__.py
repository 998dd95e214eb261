"""From a question to an answer: understanding, retrieval, choice of words, the guard."""
