"""
Ask a language model the items of the benchmark, over HTTP.

`endpoint.py` speaks to a server, `evaluation.py` asks many items at once and keeps each in
a store, `report.py` lays results out as a page. Needs the extra ``llm``.
"""
