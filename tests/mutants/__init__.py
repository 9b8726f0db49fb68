"""Deliberate errors, each of which a test must notice; `make mutants`."""
