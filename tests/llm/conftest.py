"""Tests of frameworks run in environments of their own (`make test-llm`)."""

collect_ignore = ["frameworks"]
