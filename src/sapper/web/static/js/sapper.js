// The face of the JavaScript package: text in, named data out.
//
// Fields and options have the names of `sapper engine`, and cells are written r3c5, so
// that one description holds for every door. The page asks the Engine below it, which
// speaks in numbers; here they are put into words.

import { COVERED, FLAGGED, FIRST_CLICKS, LETTERS, MAX_STATES, MINE_SHOWN, cellName, formatPosition } from "./codes.js";
import { Engine } from "./engine.js";
import { formatLayout, parseCell, parseLayout, parseRules, short } from "./notation.js";

const WANTED = ["risk", "safe", "mines", "best", "hint", "placements", "log_placements", "reasons"];
const WANTED_OF_SETS = ["risk", "safe", "mines", "placements", "log_placements", "reasons"];
const OF_ANALYSIS = ["trust_flags", "mine_count", "max_states"];
const SAFE = 9;
const MINE = 10;

/** An error of Sapper: a sentence, its `kind`, and what is known about it by name. */
export class SapperError extends Error {
  constructor(kind, message, details = {}) {
    super(message);
    this.name = "SapperError";
    this.kind = kind.replaceAll(" ", "_");
    Object.assign(this, details);
  }
}

function checkOptions(options, known) {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new SapperError("argument", `unknown option '${short(name)}'; expected ${known.join(", ")}`);
    }
  }
}

function checkWanted(want, known) {
  for (const key of want) {
    if (!known.includes(key)) throw new SapperError("argument", `cannot want '${short(key)}'; expected some of ${known.join(", ")}`);
  }
}

const isWhole = (number) => Number.isInteger(number) && number >= 0 && number < 2 ** 31;

function checkNumbers({ cells, mines, sums }) {
  const isSum = (sum) => Array.isArray(sum?.cells) && [...sum.cells, sum.low, sum.high ?? sum.low].every(isWhole);
  if (!isWhole(cells) || !isWhole(mines ?? 0) || !Array.isArray(sums) || !sums.every(isSum)) {
    throw new SapperError("argument", "expected { cells, mines, sums: [{ cells: [0, …], low, high }] } in whole numbers");
  }
}

const readOptions = ({ trust_flags = true, mine_count = true, max_states = MAX_STATES }) => ({
  trustFlags: trust_flags,
  useMineCount: mine_count,
  maxStates: max_states,
});

function fraction(part, whole) {
  let [a, b] = [part, whole];
  while (b) [a, b] = [b, a % b];
  return whole / a === 1n ? String(part / a) : `${part / a}/${whole / a}`;
}

// Both are shifted so that a double holds them; a quotient then keeps its leading bits.
function quotient(part, whole) {
  const shift = BigInt(Math.max(0, whole.toString(2).length - 1000));
  return Number(part >> shift) / Number(whole >> shift);
}

export class Sapper {
  #engine;

  /** Of a compiled module; `load` finds and compiles it. */
  constructor(module) {
    this.#engine = new Engine(module, (text) => JSON.parse(text));
    this.#engine.core;
  }

  // An error of the core by its name, with cells by theirs.
  #do(work, columns = 1) {
    try {
      return work();
    } catch (error) {
      if (error instanceof SapperError || !error.kind) throw error;
      const { kind: _, message: __, ...details } = error.details ?? {};
      for (const [key, value] of Object.entries(details)) {
        if (Array.isArray(value)) details[key] = value.map((cell) => cellName(cell, columns));
      }
      throw new SapperError(error.kind, error.message, details);
    }
  }

  #read(text, options, known = OF_ANALYSIS) {
    if (typeof text !== "string") throw new SapperError("argument", `expected a position as text, got ${typeof text}`);
    checkOptions(options, known);
    const position = this.#do(() => this.#engine.parsePosition(text));
    const name = (cell) => cellName(cell, position.columns);
    const ask = (work) => this.#do(() => work(this.#engine, position, readOptions(options)), position.columns);
    return { position, name, ask };
  }

  // Positions

  /** Everything that follows from a position, or from constraints; `want` says which of it. */
  analyse(text, options = {}) {
    if (text !== null && typeof text === "object") return this.#analyseSets(text, options);
    const { want = WANTED } = options;
    const { position, name, ask } = this.#read(text, options, ["want", ...OF_ANALYSIS]);
    checkWanted(want, WANTED);
    const found = this.#describe(ask((engine, ...given) => engine.analyse(...given)), position, name);
    const hint = want.includes("hint") || want.includes("best") ? this.#hint(ask) : null;
    const isAny = hint !== null && hint.kind !== "mines";
    const work = {
      best: () => ({ cells: isAny ? [hint.cell] : [], risk: isAny ? hint.risk : null }),
      hint: () => hint,
      placements: () => this.#count(ask),
      reasons: () => ask((engine, at, given) => engine.reasons(at, -1, given)),
    };
    return Object.fromEntries(want.map((key) => [key, work[key] ? work[key]() : found[key]]));
  }

  #describe(found, { columns, rows }, name) {
    const at = (row, column) => found.risk[row * columns + column];
    const line = (row) => Array.from({ length: columns }, (_, c) => (Number.isNaN(at(row, c)) ? null : at(row, c)));
    return {
      risk: Array.from({ length: rows }, (_, row) => line(row)),
      safe: found.safe.map(name),
      mines: found.mines.map(name),
      log_placements: found.logPlacements,
    };
  }

  // Of { cells, mines, sums }: cells and constraints are numbers.
  #analyseSets(given, { want = WANTED_OF_SETS, max_states: maxStates = MAX_STATES, ...others }) {
    checkOptions(others, []);
    checkOptions(given, ["cells", "mines", "sums"]);
    checkWanted(want, WANTED_OF_SETS);
    checkNumbers(given);
    const ask = (work) => {
      try {
        return work(this.#engine);
      } catch (error) {
        if (!error.details) throw error;
        const { clues: constraints, ...details } = error.details;
        throw new SapperError(error.kind, error.message, { ...details, ...(constraints && { constraints }) });
      }
    };
    const found = ask((engine) => engine.analyseConstraints(given, maxStates, want.includes("reasons")));
    const work = {
      risk: () => [...found.risk],
      placements: () => this.#count(() => ask((engine) => engine.countOfConstraints(given, maxStates))),
      log_placements: () => found.logPlacements,
    };
    return Object.fromEntries(want.map((key) => [key, work[key] ? work[key]() : found[key]]));
  }

  #count(ask) {
    try {
      const count = ask((engine, position, options) => engine.countPlacements(position, options));
      return count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count);
    } catch (error) {
      if (error.kind === "budget") return null;
      throw error;
    }
  }

  #hint(ask, near = -1) {
    return ask((engine, position, options) => engine.hint(position, near, options));
  }

  /** The one cell to open next, and why; null where none is covered. */
  hint(text, options = {}) {
    const { position, ask } = this.#read(text, options, ["near", ...OF_ANALYSIS]);
    const near = options.near === undefined ? -1 : this.#do(() => parseCell(options.near, position));
    return this.#hint(ask, near);
  }

  /** Why cells are proven: all of them, or those that are asked for. */
  reasons(text, options = {}) {
    const { position, name, ask } = this.#read(text, options, ["cells", ...OF_ANALYSIS]);
    const wanted = options.cells?.map((cell) => this.#do(() => parseCell(cell, position))) ?? [-1];
    const found = wanted.map((cell) => ask((engine, at, given) => engine.reasons(at, cell, given)));
    const open = found.findIndex((one) => wanted[0] >= 0 && one.length === 0);
    if (open >= 0) throw new SapperError("argument", `${name(wanted[open])} is not proven: there is no reason`);
    return found.flat();
  }

  /** The exact chance to win under best play, and that of every living cell. */
  value(text, options = {}) {
    const known = ["max_layouts", "max_nodes", "trust_flags"];
    const { name, ask } = this.#read(text, options, known);
    const { max_layouts: maxLayouts = 100_000, max_nodes: maxNodes = 2_000_000 } = options;
    const parts = ask((engine, position, given) => engine.valueParts(position, { ...given, maxLayouts, maxNodes }));
    if (parts === null) {
      const limits = `max_layouts=${maxLayouts} or max_nodes=${maxNodes}`;
      throw new SapperError("budget", `the exact value needs more than ${limits}`);
    }
    const product = (key) => parts.reduce((sum, part) => sum * BigInt(part[key]), 1n);
    const [wins, layouts] = [product("wins"), product("layouts")];
    const cells = parts.flatMap((part) =>
      part.cells.map((one) => {
        const won = (wins / BigInt(part.wins)) * BigInt(one.wins);
        const safety = one.safe / part.layouts;
        return { cell: name(one.cell), safety, value: quotient(won, layouts), fraction: fraction(won, layouts), at: one.cell };
      }),
    );
    cells.sort((a, b) => b.value - a.value || a.at - b.at);
    return {
      value: quotient(wins, layouts),
      fraction: fraction(wins, layouts),
      cells: cells.map(({ at: _, ...cell }) => cell),
    };
  }

  /** The analysis after a chain of what-ifs, each { cell, is }: a clue, "safe" or "mine". */
  assume(text, chain, options = {}) {
    const { position, name, ask } = this.#read(text, options);
    const assumed = chain.map(({ cell, is }) => {
      const what = is === "safe" ? SAFE : is === "mine" ? MINE : is;
      if (!Number.isInteger(what) || what < 0 || what > MINE || (is === what && is > 8)) {
        throw new SapperError("illegal move", `expected a clue from 0 to 8, 'safe' or 'mine', got '${short(is)}'`);
      }
      return { cell: this.#do(() => parseCell(cell, position)), what, is };
    });
    const open = [COVERED, ...(options.trust_flags === false ? [FLAGGED] : [])];
    const shown = assumed.find(({ cell }) => !open.includes(position.cells[cell]));
    if (shown) throw new SapperError("illegal move", `expected a covered cell, got ${name(shown.cell)}`);
    const found = ask((engine, at, given) => engine.analyseIf(at, assumed, given));
    if (found.holds < assumed.length) {
      const { cell, is } = assumed[found.holds];
      const verb = Number.isInteger(is) ? "show" : "be";
      throw new SapperError("inconsistent", `${name(cell)} cannot ${verb} ${is}`);
    }
    const cells = position.cells.slice();
    const mine = options.trust_flags === false ? MINE_SHOWN : FLAGGED;
    for (const { cell, what } of assumed) if (what !== SAFE) cells[cell] = what === MINE ? mine : what;
    return {
      position: formatPosition({ ...position, cells }),
      ...this.#describe(found, position, name),
      chances: found.chances,
    };
  }

  // Boards

  /** Boards that can be solved from their first cell without a guess. */
  boards(on, options = {}) {
    checkOptions(options, ["count", "seed", "first", "hardest", "first_click"]);
    const { count = 1, seed = 0, hardest = "mine-count", first_click = "zero" } = options;
    const rules = this.#do(() => parseRules(on, first_click));
    const middle = ((rules.rows - 1) >> 1) * rules.columns + ((rules.columns - 1) >> 1);
    const first = options.first === undefined ? middle : this.#do(() => parseCell(options.first, rules));
    const ladder = Object.keys(this.#do(() => this.#engine.gradeBoard({ columns: 1, rows: 1, mines: [] }, 0)).steps);
    const limit = ladder.indexOf(String(hardest).replaceAll("-", " "));
    if (limit < 0) throw new SapperError("unknown name", `unknown technique '${short(hardest)}'; expected ${ladder.join(", ")}`);
    const found = [];
    for (let from = 0; found.length < count; ) {
      const board = this.#do(() => this.#engine.findBoard(rules, seed, first, { from, hardest: limit }));
      if (board === null) throw new SapperError("budget", `no board of ${on} that needs no guess was met in 200,000 attempts`);
      from = board.index + 1;
      const mines = this.#engine.layout(rules, board.seed, first);
      found.push(describeBoard({ ...rules, mines }, first, board));
    }
    return found;
  }

  /** What a layout is worth, played from a first cell: 3BV, techniques, whether a guess is needed. */
  grade(layout, first) {
    const board = this.#do(() => parseLayout(layout));
    const cell = this.#do(() => parseCell(first, board));
    const { needs_no_guess, ...worth } = this.#do(() => this.#engine.gradeBoard(board, cell));
    return { needs_no_guess, ...describeBoard(board, cell, worth) };
  }

  // Games

  /** Begins a game on a grid, or on a layout. */
  newGame(on, options = {}) {
    checkOptions(options, ["first_click", "rules", "seed"]);
    const { first_click = "safe", rules: kind = "normal", seed = 0 } = options;
    const isLayout = /^[-*/\s]+$/.test(on);
    const board = this.#do(() => (isLayout ? parseLayout(on) : parseRules(on, first_click, kind)));
    const rules = isLayout ? { ...board, mines: board.mines.length, firstClick: FIRST_CLICKS[0], game: kind } : board;
    const game = this.#do(() => this.#engine.newGame(rules, seed, isLayout ? board.mines : null));
    const review = () => this.#engine.review(rules, seed, game.layout, game.moves);
    return new Game(game, rules, review, (work) => this.#do(work, rules.columns));
  }
}

/** A game: every move answers with what the player sees. */
export class Game {
  #game;
  #rules;
  #review;
  #do;

  constructor(game, rules, review, guard) {
    this.#game = game;
    this.#rules = rules;
    this.#review = review;
    this.#do = guard;
    this.state = this.#make("look", 0);
  }

  #make(kind, cell) {
    const { columns, rows, mines } = this.#rules;
    const { outcome, numMoves, numFlags, minesHit, cells } = this.#do(() => this.#game.move(kind, cell));
    const layout = outcome === "playing" ? null : this.#do(() => this.#game.mines());
    this.state = {
      position: formatPosition({ columns, rows, mines, cells }),
      outcome,
      mines_left: mines - numFlags - minesHit,
      moves: numMoves,
      layout: layout && formatLayout({ columns, rows, mines: layout }),
    };
    return this.state;
  }

  #letter(cell) {
    return this.state.position.replaceAll("/", "")[cell];
  }

  #cell(cell) {
    return this.#do(() => parseCell(cell, this.#rules));
  }

  reveal(cell) {
    return this.#make("reveal", this.#cell(cell));
  }

  /** Flags a cell, or takes its flag away. */
  flag(cell) {
    const at = this.#cell(cell);
    return this.#make(this.#letter(at) === LETTERS[FLAGGED] ? "unflag" : "flag", at);
  }

  chord(cell) {
    return this.#make("chord", this.#cell(cell));
  }

  undo() {
    return this.#make("undo", 0);
  }

  /** Every move judged: what it risked, whether it was needed, and the sums. */
  review() {
    return this.#do(() => this.#review());
  }

  /** Frees what the game holds. */
  end() {
    this.#game.drop();
  }
}

function describeBoard(board, first, { hardest, title, steps, three_bv, openings, islands, seed }) {
  return {
    layout: formatLayout(board),
    first: cellName(first, board.columns),
    ...(board.firstClick && { first_click: board.firstClick }),
    mines: board.mines.length,
    grade: { hardest, title, steps },
    three_bv,
    openings,
    islands,
    ...(seed !== undefined && { seed: seed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seed) : String(seed) }),
  };
}
