// The core behind JavaScript names: the other side of native/wasm.
//
// An Engine holds one instance of the WebAssembly module. An error of the core ends
// the instance: the next call takes a fresh one, and games and watched agents, which
// know how they came about, are played again in it. Runs in a worker, or in node.

import { FIRST_CLICKS, MAX_STATES, MOVES } from "./codes.js";
import { Game, Watch, agentText } from "./engine_games.js";
import { joinCounts, readBig } from "./placements.js";
import { Reader } from "./reader.js";

const CELL = /^r(\d+)c(\d+)$/;
const camel = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** What the core wrote: cells by number, keys as JavaScript spells them. */
export function readJson(text, columns) {
  const read = (value) => {
    if (Array.isArray(value)) return value.map(read);
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [camel(key), read(one)]));
    }
    const named = typeof value === "string" && CELL.exec(value);
    return named ? (named[1] - 1) * columns + (named[2] - 1) : value;
  };
  return read(JSON.parse(text));
}

/** An error of the core: a sentence, its kind, and what is known about it. */
export class EngineError extends Error {
  constructor(kind, message, details = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

export class Engine {
  #module;
  #read;
  #instance = null;
  #exports = null;
  // Counts the instances, so that a game knows whether its own is gone.
  generation = 0;

  /** `read` makes data of the core's JSON, by default with cells by number. */
  constructor(module, read = readJson) {
    this.#module = module;
    this.#read = read;
  }

  /** The exports of a healthy instance. */
  get core() {
    if (this.#exports === null) this.#start();
    return this.#exports;
  }

  #start() {
    const zero = () => 0;
    this.#instance = new WebAssembly.Instance(this.#module, {
      sapper: { raise: () => this.#raise() },
      // The core asks for the time only to measure itself; nothing it decides depends on it.
      wasi_snapshot_preview1: { clock_time_get: zero, fd_close: zero, fd_seek: zero, fd_write: zero },
    });
    this.#exports = this.#instance.exports;
    this.#exports._initialize();
    this.generation += 1;
  }

  #raise() {
    const { kind, message, ...details } = this.#read(this.text(), 1);
    throw new EngineError(kind, message, details);
  }

  /** Calls an export; after an error the instance is not used again. */
  call(name, ...values) {
    const core = this.core;
    try {
      return core[name](...values);
    } catch (error) {
      this.#exports = null;
      this.#instance = null;
      this.generation += 1;
      if (error instanceof EngineError) throw error;
      throw new EngineError("error", "this is too large for the browser's memory");
    }
  }

  // The buffers

  write(bytes) {
    const at = this.call("input", bytes.length);
    new Uint8Array(this.core.memory.buffer, at, bytes.length).set(bytes);
  }
  writeText(text) {
    this.write(new TextEncoder().encode(text));
  }
  writeCells(cells) {
    this.write(new Uint8Array(Uint32Array.from(cells).buffer));
  }
  whole() {
    const core = this.core;
    return new Int32Array(core.memory.buffer, core.whole(), core.whole_size()).slice();
  }
  real() {
    const core = this.core;
    return new Float64Array(core.memory.buffer, core.real(), core.real_size()).slice();
  }
  text() {
    const core = this.core;
    return new TextDecoder().decode(
      new Uint8Array(core.memory.buffer, core.text(), core.text_size()),
    );
  }

  // Positions

  #readPosition() {
    const reader = new Reader(this.whole());
    const [columns, rows, mines] = [reader.next(), reader.next(), reader.next()];
    return { columns, rows, mines, cells: Uint8Array.from(reader.rest()) };
  }

  parsePosition(text) {
    this.writeText(text);
    this.call("parse_position");
    return this.#readPosition();
  }

  parseMineText(text) {
    this.writeText(text);
    this.call("parse_mine_text");
    return this.#readPosition();
  }

  parseMbf(bytes) {
    this.write(bytes);
    this.call("parse_mbf");
    const reader = new Reader(this.whole());
    return { columns: reader.next(), rows: reader.next(), mines: reader.list() };
  }

  /** The board in a picture: position, which cells are doubtful, the look, where it lies. */
  readPicture(pixels, width, height) {
    this.write(pixels);
    this.call("read_picture", width, height);
    const reader = new Reader(this.whole());
    const [columns, rows, mines] = [reader.next(), reader.next(), reader.next()];
    const both = Uint8Array.from(reader.rest());
    const [left, top, cellWidth, cellHeight] = this.real();
    return {
      columns,
      rows,
      usualMines: mines < 0 ? null : mines,
      cells: both.slice(0, columns * rows),
      doubtful: both.slice(columns * rows),
      place: { left, top, width: cellWidth, height: cellHeight },
      look: this.text(),
    };
  }

  /** A recording of the format RMV: the board and the moves, [kind, cell, milliseconds]. */
  parseRmv(bytes) {
    this.write(bytes);
    this.call("parse_rmv");
    const reader = new Reader(this.whole());
    const video = { columns: reader.next(), rows: reader.next(), mines: reader.list(), moves: [] };
    while (reader.at < reader.numbers.length) video.moves.push([MOVES[reader.next()], reader.next(), reader.next()]);
    return video;
  }

  formatMbf({ columns, rows, mines }) {
    this.writeCells(mines);
    this.call("format_mbf", columns, rows);
    return Uint8Array.from(this.whole());
  }

  #ask(name, position, options, ...more) {
    this.write(position.cells);
    return this.#call(name, position, options, ...more);
  }
  #call(name, { columns, rows, mines }, options, ...more) {
    const { trustFlags = true, useMineCount = true, maxStates = MAX_STATES } = options;
    const bits = (trustFlags ? 1 : 0) + (useMineCount ? 2 : 0);
    return this.call(name, columns, rows, mines, bits, maxStates, ...more);
  }
  #readAnalysis(numCells) {
    const reader = new Reader(this.whole());
    const real = this.real();
    return {
      safe: reader.list(),
      mines: reader.list(),
      logPlacements: real[0],
      risk: real.slice(1, numCells + 1),
      chances: [...real.subarray(numCells + 1)],
    };
  }

  /** Risks (NaN where revealed), proven cells, the logarithm of the number of layouts. */
  analyse(position, options = {}) {
    this.#ask("analyse", position, options);
    return this.#readAnalysis(position.cells.length);
  }

  /** The same with things assumed of covered cells, {cell, what}: a clue, 9 safe, 10 a mine.
      `holds` is how many of them can be; the rest is there only if all can. */
  analyseIf(position, assumed, options = {}) {
    const pairs = Uint32Array.from(assumed.flatMap(({ cell, what }) => [cell, what]));
    const bytes = new Uint8Array(position.cells.length + pairs.byteLength);
    bytes.set(position.cells);
    bytes.set(new Uint8Array(pairs.buffer), position.cells.length);
    this.write(bytes);
    const holds = this.#call("analyse_if", position, options);
    if (holds < assumed.length) return { holds };
    return { holds, ...this.#readAnalysis(position.cells.length) };
  }

  /** Best play of each independent part: layouts, wins, cells; null out of reach. */
  valueParts(position, { maxLayouts = 0, maxNodes = 0, ...options } = {}) {
    this.#ask("values", position, options, maxLayouts, maxNodes);
    const reader = new Reader(this.whole());
    if (!reader.next()) return null;
    const parts = [];
    while (reader.at < reader.numbers.length) {
      const [layouts, wins, size] = [reader.next(), reader.next(), reader.next()];
      const cells = Array.from({ length: size }, () => ({
        cell: reader.next(),
        safe: reader.next(),
        wins: reader.next(),
      }));
      parts.push({ layouts, wins, cells });
    }
    return parts;
  }

  /** The exact chance to win, and that after revealing each living cell; null out of reach. */
  values(position, options = {}) {
    const parts = this.valueParts(position, options);
    if (parts === null) return null;
    const value = parts.reduce((product, { wins, layouts }) => product * (wins / layouts), 1);
    const cells = new Map();
    for (const part of parts) {
      const others = value / (part.wins / part.layouts);
      for (const { cell, wins } of part.cells) cells.set(cell, (wins / part.layouts) * others);
    }
    return { value, cells };
  }

  /** The number of layouts that fit, exactly, as a BigInt. */
  countPlacements(position, options = {}) {
    this.#ask("census", position, options);
    return this.#readCount(new Reader(this.whole()), options.useMineCount !== false);
  }
  #readCount(counts, useMineCount) {
    const components = [];
    const [sea, minesLeft] = [counts.next(), counts.next()];
    while (counts.at < counts.numbers.length) {
      const [low, size] = [counts.next(), counts.next()];
      components.push({ low, byMines: Array.from({ length: size }, () => readBig(counts.list())) });
    }
    return joinCounts(components, sea, useMineCount ? minesLeft : null);
  }

  // Constraints without a grid: numbers as native/wasm/constraints.cpp reads them.
  #askConstraints({ cells, mines, sums }, maxStates, withCensus, withReasons) {
    const all = sums.flatMap((sum) => [sum.low, sum.high ?? sum.low, sum.cells.length, ...sum.cells]);
    this.writeCells([cells, mines ?? -1, ...all]);
    this.call("analyse_constraints", maxStates, withCensus, withReasons);
  }

  /** Risks, proven cells and, if asked for, reasons of constraints {cells, mines, sums}. */
  analyseConstraints(given, maxStates, withReasons) {
    this.#askConstraints(given, maxStates, 0, withReasons ? 1 : 0);
    const found = this.#readAnalysis(given.cells);
    return { ...found, reasons: withReasons ? JSON.parse(this.text()) : [] };
  }

  /** The number of placements that fit constraints, exactly, as a BigInt. */
  countOfConstraints(given, maxStates) {
    this.#askConstraints(given, maxStates, 1, 0);
    const counts = new Reader(this.whole());
    counts.list();
    counts.list();
    return this.#readCount(counts, given.mines !== undefined && given.mines !== null);
  }

  /** For every cell the chance of each clue 0 to 8; what is missing to 1 is its risk. */
  clueTable(position, options = {}) {
    this.#ask("clue_table", position, options);
    const table = this.real();
    return (cell) => table.subarray(9 * cell, 9 * cell + 9);
  }

  /** What if a covered cell were revealed: each clue it may show, its chance, what is then safe. */
  whatIfs(position, cell, options = {}) {
    this.#ask("what_ifs", position, options, cell);
    const chances = this.real();
    const reader = new Reader(this.whole());
    const found = [];
    while (reader.at < reader.numbers.length) {
      const clue = reader.next();
      found.push({ clue, chance: chances[clue], isDecided: reader.next() === 1, safe: reader.list() });
    }
    return found;
  }

  /** Why a cell is proven, or with cell -1 all of them; nothing where none is. */
  reasons(position, cell = -1, options = {}) {
    this.#ask("reasons", position, options, cell);
    return this.#read(this.text(), position.columns);
  }

  /** What to open next, and why; the nearest to a cell among equals. */
  hint(position, near = -1, options = {}) {
    this.#ask("hint", position, options, near);
    return this.#read(this.text(), position.columns);
  }

  /** A game's moves, [kind, cell], each judged before it is made, and the guesses together. */
  review(rules, seed, layout, moves) {
    const { columns, rows, mines, firstClick } = rules;
    const given = layout === null ? [-1] : [layout.length, ...layout];
    this.writeCells([...given, ...moves.flatMap(([kind, cell]) => [MOVES.indexOf(kind), cell])]);
    const kind = rules.game === "score" ? 1 : 0;
    this.call("review", columns, rows, mines, FIRST_CLICKS.indexOf(firstClick), kind, BigInt(seed));
    return this.#read(this.text(), columns);
  }

  problems(position) {
    this.write(position.cells);
    this.call("problems", position.columns, position.rows, position.mines);
    return this.whole();
  }

  // Layouts and games

  gameSeed(runSeed, index) {
    return BigInt.asUintN(64, this.call("game_seed", BigInt(runSeed), BigInt(index)));
  }

  layout(rules, seed, first) {
    const { columns, rows, mines, firstClick } = rules;
    const rule = FIRST_CLICKS.indexOf(firstClick);
    this.call("layout", columns, rows, mines, rule, BigInt(seed), first);
    return Array.from(this.whole());
  }

  newGame(rules, seed, layout = null) {
    return new Game(this, rules, seed, layout);
  }

  // Boards

  /** The first board of a run that needs no guess from this cell on; null if none is met. */
  findBoard(rules, runSeed, first, { from = 0, attempts = 200_000, hardest = 5 } = {}) {
    const { columns, rows, mines, firstClick } = rules;
    const size = [columns, rows, mines, FIRST_CLICKS.indexOf(firstClick), first];
    if (!this.call("find_board", ...size, BigInt(runSeed), BigInt(from), attempts, hardest)) return null;
    const found = this.#read(this.text(), columns);
    return { ...found, seed: BigInt(found.seed) };
  }

  /** What a layout is worth, played from a first cell. */
  gradeBoard({ columns, rows, mines }, first) {
    this.writeCells(mines);
    this.call("grade_board", columns, rows, first);
    return this.#read(this.text(), columns);
  }

  // Agents

  newWatch(agent, rules, seed, agentSeed = 0, layout = null) {
    return new Watch(this, agent, rules, seed, agentSeed, layout);
  }

  /** Rows of many games of an agent: seed, outcome, guesses, moves, … (native/wasm/agents.cpp). */
  playRows(agent, rules, runSeed, first, count, agentSeed = 0) {
    this.writeText(agentText(agent));
    const rule = FIRST_CLICKS.indexOf(rules.firstClick);
    const kind = rules.game === "score" ? 1 : 0;
    const { columns, rows, mines } = rules;
    const size = [columns, rows, mines, rule, kind];
    this.call("play_rows", ...size, BigInt(runSeed), BigInt(first), count, BigInt(agentSeed));
    const real = this.real();
    const width = real.length / count;
    return Array.from({ length: count }, (_, i) => real.subarray(i * width, (i + 1) * width));
  }
}
