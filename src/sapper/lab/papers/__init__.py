"""The documents: their published figures as data, and ours beside them."""
