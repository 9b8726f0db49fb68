"""The agents of the published documents, one file per document."""
