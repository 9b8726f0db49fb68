// What one cell of a position shows, as one byte; the same numbers as native/game/codes.h.

export const COVERED = 9;
export const FLAGGED = 10;
export const MINE_SHOWN = 11;
export const LETTERS = "012345678.F*";

export const FIRST_CLICKS = ["any", "safe", "zero"];
export const MOVES = ["reveal", "flag", "unflag", "chord"];
export const OUTCOMES = ["playing", "won", "lost", "stuck"];
export const GUESSINGS = ["uniform", "fair", "kind"];
export const DIFFICULTIES = {
  "beginner-8": [8, 8, 10],
  beginner: [9, 9, 10],
  intermediate: [16, 16, 40],
  expert: [30, 16, 99],
};

// What the page takes at most; the library itself has no such limits.
export const MOST_CELLS = 40_000;
export const MAX_STATES = 20_000_000;

export const isClue = (code) => code <= 8;

/** The cell's name, r3c5, counted from 1. */
export function cellName(cell, columns) {
  return `r${Math.floor(cell / columns) + 1}c${(cell % columns) + 1}`;
}

/** The cells around a cell, in ascending order. */
export function neighbours(cell, columns, rows) {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const found = [];
  for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, rows - 1); r += 1) {
    for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, columns - 1); c += 1) {
      if (r !== row || c !== column) found.push(r * columns + c);
    }
  }
  return found;
}

/** A position in notation: rows joined by slashes, then the number of mines. */
export function formatPosition({ columns, rows, mines, cells }) {
  const lines = [];
  for (let row = 0; row < rows; row += 1) {
    let line = "";
    for (let c = 0; c < columns; c += 1) line += LETTERS[cells[row * columns + c]];
    lines.push(line);
  }
  return `${lines.join("/")} ${mines}`;
}

/** A position in which everything is covered. */
export function blankPosition(columns, rows, mines) {
  return { columns, rows, mines, cells: new Uint8Array(columns * rows).fill(COVERED) };
}
