// Addresses and pasted text: what they may look like, and how they are written.
//
//   #play?on=30x16x99&first=zero&seed=7&moves=r8c8,!r1c2,+r3c3&times=0,1250,2000
//       times in milliseconds, one for each move
//   #analyse?p=..1./..2./11../....+3        our notation, a plus for the space
//   #analyse?b=3&m=0g2…                     a layout in the form that other pages share:
//       b is 1, 2, 3 (beginner, intermediate, expert) or columns and rows with the same
//       number of digits; m has a digit 0-9 a-v for every five cells, row by row, the
//       highest bit first, 1 for a mine.
// Whatever is wrong with them is reported in a sentence.

import { DIFFICULTIES, MINE_SHOWN, MOST_CELLS, cellName, neighbours } from "./codes.js";
import { parseLayout, parseRules, short } from "./notation.js";

const SIZES = { 1: [9, 9], 2: [16, 16], 3: [30, 16] };
const MOST_RECORDED = 4_000_000; // bytes
const DIGITS = "0123456789abcdefghijklmnopqrstuv";
export const MOST_SEED = 9_223_372_036_854_775_807n;

/** Something in a link or in pasted text that cannot be read. */
export class LinkError extends Error {}

/** The page and the parameters of an address. */
export function readAddress(location) {
  const hash = location.hash.replace(/^#\/?/, "");
  const [page, query = ""] = hash.split(/\?(.*)/s);
  // What stands before the # is of other pages' links; it is meant once, where nothing else is said.
  return { page, parameters: new URLSearchParams(query || (page ? "" : location.search)) };
}

/** Rules of an address or a form: a difficulty's name or columns x rows x mines. */
export function readRules(on, firstClick = "safe") {
  const rules = parseRules(on, firstClick);
  checkSize(rules.columns, rules.rows);
  return rules;
}

/** A seed, 0 to 2^63 - 1, as a BigInt. */
export function readSeed(text) {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) > MOST_SEED) {
    throw new LinkError(`expected a seed from 0 to ${MOST_SEED}, got '${short(text)}'`);
  }
  return BigInt(text);
}

export function freshSeed() {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(words[0] & 0x1fffff) << 32n) | BigInt(words[1]);
}

export const sizeOf = ({ columns, rows, mines }) => `${columns}x${rows}x${mines}`;

/** The game that an address asks for, as a session takes it, with its moves; null where it asks for none. */
export function readAsked(parameters, settings = null) {
  if (!["on", "seed", "b", "moves", "first", "game", "guess", "guessing"].some((name) => parameters.has(name))) return null;
  const take = (name) => parameters.get(name) ?? settings?.get(name);
  let rules = parseRules(take("on") ?? "beginner", take("first") ?? "safe", take("game") ?? "normal", take("guessing") ?? "uniform");
  checkSize(rules.columns, rules.rows);
  const seed = parameters.has("seed") ? readSeed(parameters.get("seed")) : freshSeed();
  let layout = null;
  if (parameters.has("b")) {
    const { columns, rows, mines } = readSharedLayout(parameters.get("b"), parameters.get("m") ?? "");
    rules = { ...rules, columns, rows, mines: mines.length, firstClick: "any" };
    layout = mines;
  }
  const needsNoGuess = parameters.get("guess") === "no" || (!parameters.has("seed") && !layout && settings?.get("noGuess") === true);
  const moves = readMoves(parameters.get("moves") ?? "", rules);
  const times = parameters.has("times") ? readTimes(parameters.get("times"), moves.length) : undefined;
  return { rules, seed, layout, needsNoGuess, moves, times };
}

/** The difficulty's name if it has one, else the size. */
export function nameRules(rules) {
  const size = sizeOf(rules);
  return Object.keys(DIFFICULTIES).find((name) => DIFFICULTIES[name].join("x") === size) ?? size;
}

function checkSize(columns, rows) {
  if (columns < 1 || rows < 1) throw new LinkError("expected at least 1 column and 1 row");
  if (columns * rows > MOST_CELLS) {
    throw new LinkError(`this page takes at most ${MOST_CELLS} cells, got ${columns * rows}`);
  }
}

// Moves in notation

const SIGNS = { reveal: "", flag: "!", unflag: "!", chord: "+" };

export function writeMoves(moves, columns) {
  const name = (cell) => `r${Math.floor(cell / columns) + 1}c${(cell % columns) + 1}`;
  return moves.map(([kind, cell]) => SIGNS[kind] + name(cell)).join(",");
}

/** Moves as [sign, cell]; "!" flags or takes the flag away, as the position has it. */
export function readMoves(text, { columns, rows }) {
  if (text === "") return [];
  return text.split(",").map((move) => {
    const match = /^([!+]?)r(\d{1,5})c(\d{1,5})$/.exec(move.replace(/^ /, "+"));
    const [row, column] = match ? [Number(match[2]) - 1, Number(match[3]) - 1] : [-1, -1];
    if (row < 0 || column < 0 || row >= rows || column >= columns) {
      throw new LinkError(`expected moves such as r2c3, !r2c3 or +r2c3, got '${short(move)}'`);
    }
    return [match[1], row * columns + column];
  });
}

// A flag that was set before the first reveal, when the clock begins, has no time of its own.
export const writeTimes = (moves) => moves.map(([, , time]) => Math.max(0, time)).join(",");

function readTimes(text, count) {
  const times = text === "" ? [] : text.split(",");
  if (times.length !== count) throw new LinkError(`expected as many times as moves, got ${times.length} and ${count}`);
  return times.map((time) => {
    if (!/^\d{1,12}$/.test(time)) throw new LinkError(`expected times as whole milliseconds, got '${short(time)}'`);
    return Number(time);
  });
}

// Layouts that other pages share

export function readSharedLayout(b, m) {
  if (!/^\d{1,8}$/.test(b) || (!SIZES[b] && b.length % 2 === 1)) {
    throw new LinkError(`expected b=1, 2, 3 or columns and rows such as 0812, got b='${short(b)}'`);
  }
  const half = b.length / 2;
  const [columns, rows] = SIZES[b] ?? [Number(b.slice(0, half)), Number(b.slice(half))];
  checkSize(columns, rows);
  const length = Math.ceil((columns * rows) / 5);
  if (m.length !== length) {
    throw new LinkError(
      `expected ${length} letters in m= for ${columns}x${rows} cells, got ${m.length}`,
    );
  }
  const mines = [];
  for (const [i, letter] of [...m.toLowerCase()].entries()) {
    const bits = DIGITS.indexOf(letter);
    if (bits < 0) throw new LinkError(`expected letters 0-9 and a-v in m=, got '${letter}'`);
    for (let k = 0; k < 5; k += 1) {
      const cell = i * 5 + k;
      if ((bits >> (4 - k)) & 1 && cell < columns * rows) mines.push(cell);
    }
  }
  return { columns, rows, mines };
}

export function writeSharedLayout({ columns, rows, mines }) {
  const known = Object.keys(SIZES).find((key) => SIZES[key].join() === [columns, rows].join());
  const width = Math.max(String(columns).length, String(rows).length);
  const b = known ?? String(columns).padStart(width, "0") + String(rows).padStart(width, "0");
  const bits = new Uint8Array(Math.ceil((columns * rows) / 5) * 5);
  for (const mine of mines) bits[mine] = 1;
  let m = "";
  for (let i = 0; i < bits.length; i += 5) {
    m += DIGITS[bits.slice(i, i + 5).reduce((sum, bit) => sum * 2 + bit, 0)];
  }
  return `b=${b}&m=${m}`;
}

/** A layout shown in full: all clues, and the mines. */
export function showLayout({ columns, rows, mines }) {
  const cells = new Uint8Array(columns * rows);
  for (const mine of mines) cells[mine] = MINE_SHOWN;
  for (const mine of mines) {
    for (const next of neighbours(mine, columns, rows)) {
      if (cells[next] !== MINE_SHOWN) cells[next] += 1;
    }
  }
  return { columns, rows, mines: mines.length, cells };
}

/** What pasted text is: { position }, { layout } or { replay }. `ask` reaches the engine's readers. */
export async function readPasted(text, ask) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") throw new LinkError("there is nothing to read");
  if (/^\{/.test(trimmed)) return readDocument(trimmed);
  if (trimmed.length > 4 * MOST_CELLS) throw new LinkError("this text is longer than any grid here");
  const link = /[?&#](p|b)=/.exec(trimmed);
  if (link || /^(p|b)=/.test(trimmed)) return readLink(trimmed, ask);
  if (/^[-*/\s]+$/.test(trimmed) && trimmed.includes("-")) return { layout: readDashes(trimmed) };
  const bytes = readBytes(trimmed);
  if (bytes) return { layout: await ask("parseMbf", bytes) };
  if (/^\d+\s*[x×]\s*\d+\s*[x×]\s*\d+\s*\n/.test(trimmed)) {
    return { position: checked(await ask("parseMineText", trimmed.replace(/^.*/, (line) => line.replace(/\s*[x×]\s*/g, "x")))) };
  }
  return { position: checked(await ask("parsePosition", trimmed)) };
}

/** A JSON document: a saved replay, { replay } as its text. */
function readDocument(text) {
  if (text.length > 40 * MOST_CELLS) throw new LinkError("this document is longer than any game here");
  if (!/"format"\s*:\s*"sapper-replay"/.test(text)) throw new LinkError("expected a replay that sapper play has saved");
  return { replay: text };
}

/** What a file is: text as it is pasted, an MBF board as its bytes, or an RMV recording. */
export async function readFile(file, ask) {
  const tooLarge = new LinkError("this file is larger than any grid here");
  if (file.size > MOST_RECORDED) throw tooLarge;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith("*rmv")) return { replay: writeReplay(await ask("parseRmv", bytes)) };
  if (file.size > 5 * MOST_CELLS) throw tooLarge;
  const isText = !/[\0-\x08\x0e-\x1f\uFFFD]/.test(text);
  return isText ? readPasted(text, ask) : { layout: await ask("parseMbf", bytes) };
}

/** A recorded game as the text of our replays. */
function writeReplay({ columns, rows, mines, moves }) {
  return JSON.stringify({
    version: 1,
    rules: { columns, rows, mines: mines.length, game: "normal" },
    mines: mines.map((cell) => cellName(cell, columns)),
    moves: moves.map((move) => writeMoves([move], columns)),
    times: moves.map(([, , time]) => time),
  });
}

async function readLink(text, ask) {
  const query = text.includes("?") ? text.slice(text.lastIndexOf("?") + 1) : text.replace(/^#/, "");
  const parameters = new URLSearchParams(query);
  if (parameters.has("b")) {
    return { layout: readSharedLayout(parameters.get("b"), parameters.get("m") ?? "") };
  }
  return { position: checked(await ask("parsePosition", parameters.get("p") ?? "")) };
}

function checked(position) {
  checkSize(position.columns, position.rows);
  return position;
}

function readDashes(text) {
  const layout = parseLayout(text);
  checkSize(layout.columns, layout.rows);
  return layout;
}

/** The bytes of an MBF board pasted as hexadecimal or base64; null if it is neither. */
function readBytes(text) {
  const hex = text.replace(/^mbf:/i, "").replace(/\s+/g, "");
  if (/^([0-9a-f]{2}){5,}$/i.test(hex) && /[a-f]/i.test(hex)) {
    return Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  }
  if (!/^mbf:/i.test(text)) return null;
  try {
    return Uint8Array.from(atob(hex), (letter) => letter.charCodeAt(0));
  } catch {
    throw new LinkError("expected an MBF board as hexadecimal or base64 after mbf:");
  }
}
