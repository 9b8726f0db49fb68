"""
The engine as a program: JSON lines on standard input and output, for programs in any language.

`requests.py` says what can be asked, `schema.py` makes the JSON Schema of it, `answers.py`
and `games.py` ask the library, `serve.py` reads and writes. No knowledge of its own: what is
answered is what `to_dict` of an analysis, a hint, a review or a board says.
`docs/guides/engine.md` shows every request.
"""

PROTOCOL = 1
