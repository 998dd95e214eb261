"""The stage: from the simulation of a rite to where every figure and vessel is drawn, and how it came there."""
