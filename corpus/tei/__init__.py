"""The texts in TEI P5: a chapter with everything said of it, a witness of a chapter, and both read back."""
