"""Statistics: intervals, comparisons on the same boards, curves, and what is measured of a game."""
