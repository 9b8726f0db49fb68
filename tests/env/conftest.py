"""The scripts of other learners run in an environment of their own (`make clients`)."""

collect_ignore = ["clients"]
