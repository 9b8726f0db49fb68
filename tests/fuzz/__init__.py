"""Fuzzing of the bound functions; `make fuzz`."""
