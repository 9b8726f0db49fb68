"""Watch: one game turn by turn, forwards and backwards, and in words."""
