"""The stage as it is shown: scenes of a rite as pictures, in words, on one page of paper."""
