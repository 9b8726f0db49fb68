// Text that people write: cells, rules, layouts. What is wrong is reported in a sentence.

import { DIFFICULTIES, FIRST_CLICKS, GUESSINGS, cellName } from "./codes.js";

/** Text that cannot be read. */
export class NotationError extends Error {
  kind = "notation";
}

/** Text as an error quotes it. */
export const short = (text) => (String(text).length > 40 ? `${String(text).slice(0, 40)}…` : String(text));

/** Rules as { columns, rows, mines, firstClick, game, guessing }, from a difficulty or columns x rows x mines. */
export function parseRules(on, firstClick = "safe", game = "normal", guessing = "uniform") {
  const named = Object.hasOwn(DIFFICULTIES, on) ? DIFFICULTIES[on] : null;
  const size = named ?? /^(\d{1,5})\s*[x×]\s*(\d{1,5})\s*[x×]\s*(\d{1,6})$/.exec(String(on).trim())?.slice(1).map(Number);
  if (!size) throw new NotationError(`expected a grid such as expert or 30x16x99, got '${short(on)}'`);
  if (!FIRST_CLICKS.includes(firstClick)) {
    throw new NotationError(`expected a first click of any, safe or zero, got '${short(firstClick)}'`);
  }
  if (!["normal", "score"].includes(game)) {
    throw new NotationError(`expected a game of normal or score, got '${short(game)}'`);
  }
  if (!GUESSINGS.includes(guessing)) {
    throw new NotationError(`expected a guessing of uniform, fair or kind, got '${short(guessing)}'`);
  }
  const [columns, rows, mines] = size;
  if (columns < 1 || rows < 1) throw new NotationError("expected at least 1 column and 1 row");
  return { columns, rows, mines, firstClick, game, guessing };
}

/** A cell by its number, from its name such as r3c5 or its number. */
export function parseCell(cell, { columns, rows }) {
  const match = /^r(\d{1,6})c(\d{1,6})$/.exec(cell);
  const [row, column] = match ? [match[1] - 1, match[2] - 1] : [-1, -1];
  const number = Number.isInteger(cell) ? cell : row * columns + column;
  const isOn = Number.isInteger(cell) || (row >= 0 && row < rows && column >= 0 && column < columns);
  if (!isOn || number < 0 || number >= columns * rows) {
    const last = cellName(columns * rows - 1, columns);
    throw new NotationError(`expected a cell from r1c1 to ${last}, got '${short(cell)}'`);
  }
  return number;
}

/** A layout as { columns, rows, mines }, from rows of - and * joined by / or on lines. */
export function parseLayout(text) {
  const lines = String(text).trim().split(/[/\s]+/);
  const columns = lines[0].length;
  const all = lines.join("");
  if (columns === 0 || !/^[-*]*$/.test(all)) {
    throw new NotationError(`expected a layout as rows of - and *, got '${short(text)}'`);
  }
  if (lines.some((line) => line.length !== columns)) {
    throw new NotationError(`expected rows of ${columns} cells in a layout of - and *`);
  }
  return { columns, rows: lines.length, mines: [...Array(all.length).keys()].filter((i) => all[i] === "*") };
}

/** Rows of letters, one per cell, joined by slashes. */
export function joinRows(letters, columns) {
  const lines = [];
  for (let at = 0; at < letters.length; at += columns) lines.push(letters.slice(at, at + columns).join(""));
  return lines.join("/");
}

export function formatLayout({ columns, rows, mines }) {
  const letters = Array(columns * rows).fill("-");
  for (const mine of mines) letters[mine] = "*";
  return joinRows(letters, columns);
}
