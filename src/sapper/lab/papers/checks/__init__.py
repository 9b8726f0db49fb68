"""
Claims that need no games: a position, an example, a count.

Each paper's module has a table ``CHECKS`` of functions by name; each gives whether
the claim holds (None: cannot be decided) and one sentence about what was found.
"""
