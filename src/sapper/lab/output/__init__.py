"""What comes out: exports, SQL, charts, reports."""
