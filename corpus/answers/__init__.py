"""The book of answers: what there is to say about the rites, written beforehand and resting on words of the text."""
