"""
Reports: an experiment as one page that needs no network.

`digest.py` reads the games once and keeps what the sections need, `sections.py` and
`pairs.py` make tables, `drawing.py` and `plots.py` draw, `page.py` writes the file.
"""

from sapper.lab.output.reports.page import write_report

__all__ = ["write_report"]
