// The core behind JavaScript names: the other side of native/wasm.
//
// An Engine holds one instance of the WebAssembly module. An error of the core ends
// the instance: the next call takes a fresh one, and games and watched agents, which
// know how they came about, are played again in it. Runs in a worker, or in node.

import { FIRST_CLICKS, MAX_LAYOUTS, MAX_NODES, MAX_STATES } from "./codes.js";
import { Game, Watch, agentText } from "./engine_games.js";
import { Reader } from "./reader.js";

const ERROR_KINDS = [
  "error",
  "notation",
  "rules",
  "illegal move",
  "wrong deduction",
  "inconsistent",
  "budget",
];
// The ladder of native/boards/rungs.h, and what a board is called whose hardest rung it is.
export const RUNGS = [
  ["single clue", "beginner's board"],
  ["subset", "needs subsets"],
  ["pair of clues", "needs pairs of clues"],
  ["several clues", "needs several clues together"],
  ["whole component", "needs a whole component"],
  ["mine count", "needs the mine count"],
];
export const TECHNIQUES = [
  "single clue",
  "subset of two clues",
  "human-like",
  "exact",
  "exact with mine count",
];

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
  #instance = null;
  #exports = null;
  // Counts the instances, so that a game knows whether its own is gone.
  generation = 0;

  constructor(module) {
    this.#module = module;
  }

  /** The exports of a healthy instance. */
  get core() {
    if (this.#exports === null) this.#start();
    return this.#exports;
  }

  #start() {
    const zero = () => 0;
    this.#instance = new WebAssembly.Instance(this.#module, {
      sapper: { raise: (kind) => this.#raise(kind) },
      // The core asks for the time only to measure itself; nothing it decides depends on it.
      wasi_snapshot_preview1: { clock_time_get: zero, fd_close: zero, fd_seek: zero, fd_write: zero },
    });
    this.#exports = this.#instance.exports;
    this.#exports._initialize();
    this.generation += 1;
  }

  #raise(kind) {
    const reader = new Reader(this.whole());
    const details = {};
    if (ERROR_KINDS[kind] === "inconsistent") {
      details.needsMineCount = reader.next() === 1;
      details.isMinimal = reader.next() === 1;
      details.clues = reader.list();
    } else if (ERROR_KINDS[kind] === "budget") {
      details.safe = reader.list();
      details.mines = reader.list();
    }
    throw new EngineError(ERROR_KINDS[kind], this.text(), details);
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

  /** The exact chance to win after revealing each living cell; null out of reach. */
  values(position, options = {}) {
    this.#ask("values", position, options, MAX_LAYOUTS, MAX_NODES);
    const reader = new Reader(this.whole());
    const [isDone, layouts, wins] = [reader.next(), reader.next(), reader.next()];
    if (!isDone) return null;
    const cells = new Map();
    while (reader.at < reader.numbers.length) {
      const [cell, , won] = [reader.next(), reader.next(), reader.next()];
      cells.set(cell, won / layouts);
    }
    return { value: wins / layouts, cells };
  }

  /** The exact chance to win after a reveal or chord, and after the best move; null out of reach. */
  moveValue(position, cell, isChord, options = {}) {
    this.#ask("move_value", position, options, cell, isChord ? 1 : 0, MAX_LAYOUTS, MAX_NODES);
    const [isDone, wins, bestWins, layouts, best] = this.whole();
    if (!isDone) return null;
    return {
      value: wins / layouts,
      bestValue: bestWins / layouts,
      lost: (bestWins - wins) / layouts,
      bestMove: best < 0 ? null : best,
    };
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
    const reader = new Reader(this.whole());
    const found = [];
    while (reader.at < reader.numbers.length) {
      const reason = {
        cell: reader.next(),
        isMine: reader.next() === 1,
        technique: TECHNIQUES[reader.next()],
        steps: reader.next(),
        needsMineCount: reader.next() === 1,
        isMinimal: reader.next() === 1,
        clues: reader.list(),
      };
      if (reason.technique.startsWith("exact")) reason.steps = null;
      found.push(reason);
    }
    return found;
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

  #readWorth(reader) {
    const [threeBv, openings, islands] = [reader.next(), reader.next(), reader.next()];
    const steps = RUNGS.map(([technique]) => [technique, reader.next()]);
    const hardest = steps.reduce((rank, [, count], i) => (count > 0 ? i : rank), 0);
    return { threeBv, openings, islands, steps, hardest: RUNGS[hardest][0], title: RUNGS[hardest][1] };
  }

  /** The first board of a run that needs no guess from this cell on; null if none is met. */
  findBoard(rules, runSeed, first, { from = 0, attempts = 200_000, hardest = 5 } = {}) {
    const { columns, rows, mines, firstClick } = rules;
    const size = [columns, rows, mines, FIRST_CLICKS.indexOf(firstClick), first];
    if (!this.call("find_board", ...size, BigInt(runSeed), BigInt(from), attempts, hardest)) return null;
    const [index, seed] = this.real();
    return { index, seed: BigInt(seed), ...this.#readWorth(new Reader(this.whole())) };
  }

  /** What a layout is worth, played from a first cell. */
  gradeBoard({ columns, rows, mines }, first) {
    this.writeCells(mines);
    this.call("grade_board", columns, rows, first);
    const reader = new Reader(this.whole());
    return { needsNoGuess: reader.next() === 1, ...this.#readWorth(reader) };
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
