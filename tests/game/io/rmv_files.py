"""RMV recordings of games, as ViennaSweeper's format has them: files for the tests of readers."""

from __future__ import annotations

from dataclasses import dataclass, field

from sapper.game.game import Game

CLICKS = {"reveal": (2, 3), "flag": (4, 5), "unflag": (4, 5), "chord": (2, 4, 5, 3)}


def number(value: int, size: int, *, signed: bool = False) -> bytes:
    return value.to_bytes(size, "big", signed=signed)


@dataclass
class RmvFile:
    """The parts of a recording; a test may change one before it is written."""

    game: Game
    version: int
    side: int = 16
    questions: bool = False
    player: tuple[bytes, ...] = (b"Ada", "Löwe".encode(), b"", b"")
    flags: tuple[int, ...] = ()
    events: list[bytes] = field(default_factory=list)
    time: int = 0
    x: int = 0
    y: int = 0

    def played(self) -> RmvFile:
        """Add the events of the whole game: the mouse, and what the cells then show."""
        game = Game.on_layout(self.game.layout)
        for cell in self.flags:
            game.flag(cell)
        for move in self.game.history[len(self.flags) :]:
            self.time += 37
            self.move_to(move.cell)
            before = game.position.cells
            game.play(move)
            *first, last = CLICKS[move.kind]
            for code in first:
                self.mouse(code)
            if move.kind == "reveal":
                self.events.append(bytes((9, *self.place(move.cell))))
            self.mouse(last)
            self.show(before, game)
        return self

    def move_to(self, cell: int) -> None:
        """Move the mouse: with a short move where there are such."""
        row, column = divmod(cell, self.game.rules.columns)
        x, y = column * self.side + self.side // 2, row * self.side + self.side // 2
        if self.version == 2:
            self.x, self.y = x - 3, y + 5
            self.mouse(1)
            self.time += 11
            self.events.append(bytes((28, 11, 3 << 4 | (-5 & 15))))
        self.x, self.y = x, y

    def mouse(self, code: int) -> None:
        """Add an event of the mouse."""
        if self.version == 1:
            place = number(self.x + 12, 2) + number(self.y + 56, 2)
        else:
            place = number(self.x, 2, signed=True) + number(self.y, 2, signed=True)
        self.events.append(bytes((code,)) + number(self.time, 3) + b"\x01" + place)

    def show(self, before: bytes, game: Game) -> None:
        """Add what has changed on the screen."""
        for cell, code in enumerate(game.position.cells):
            if code == before[cell]:
                continue
            kind = {9: 11, 10: 13, 11: 14}.get(code, 18 + code)
            self.events.append(bytes((kind, *self.place(cell))))

    def place(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self.game.rules.columns)
        return column, row

    def cells(self, cells: tuple[int, ...]) -> bytes:
        return number(len(cells), 2) + b"".join(bytes(self.place(cell)) for cell in cells)

    def write(self) -> bytes:
        """Write the file."""
        rules, version = self.game.rules, self.version
        end = {"won": 16, "lost": 15}.get(self.game.outcome, 17)
        result = b"\nLEVEL:1#TIM:1.00#3BV:12#\n" if version == 1 else b""
        text = b"a recording of the tests"
        player = number(len(self.player), 2) + b"".join(
            bytes((len(name),)) + name for name in self.player
        )
        size = bytes((rules.columns, rules.rows))
        board = number(1_700_000_000, 4) + size + self.cells(self.game.layout.mines)
        flags = self.cells(self.flags) if self.flags else b""
        properties = bytes((self.questions, 0, 0, 3))
        properties += b"\x01" if version == 1 else bytes((12, 0, self.side))
        extensions = b"" if version == 1 else number(1, 2) + b"\x01a\x02bc"
        events = b"".join(self.events) + bytes((end,)) + number(self.time, 3)
        sections = [text, player, board, flags, properties]
        sizes = b"".join(number(len(one), 2) for one in sections)
        if version == 1:
            sizes = number(len(result), 2) + sizes
        else:
            sizes += number(len(extensions), 2)
        sizes += number(len(events), 4) + number(3, 2)
        body = result + b"".join(sections) + extensions + events + b"sum"
        head = b"*rmv" + number(version, 2) + (b"\x02\x01" if version == 2 else b"")
        return head + number(len(head) + 4 + len(sizes) + len(body), 4) + sizes + body
