// One game of a person: rules, moves with their times, the clock, what was taken back.
//
// It knows nothing of the page. What it is can be written down (`save`) and begun again from
// that (`resume`), in another tab or after months; the mines follow from the seed and the
// first reveal, as everywhere.

import { COVERED, FLAGGED, MOST_CELLS, MOVES, OUTCOMES } from "./codes.js";
import { parseRules } from "./notation.js";

/** Time played, in milliseconds; stands still while the game is not looked at. */
class Clock {
  #since = null;
  #before;

  constructor(before) {
    this.#before = before;
  }
  get elapsed() {
    return Math.round(this.#before + (this.#since === null ? 0 : performance.now() - this.#since));
  }
  run() {
    this.#since ??= performance.now();
  }
  stop() {
    this.#before = this.elapsed;
    this.#since = null;
  }
}

export class GameSession {
  #engine;
  #game = null;
  #clock = new Clock(0);
  moves = []; // [kind, cell, milliseconds]
  redone = []; // what undo took back, the last first
  undone = 0;
  hints = 0;
  assisted = false; // risks were shown, or proven cells opened by the page
  given = 0; // moves that came with a link
  questions = new Set(); // cells marked with a question, which the core knows nothing of
  state = null;

  /** `how` is { rules, seed, layout, isRetry, needsNoGuess }. */
  constructor(engine, how) {
    this.#engine = engine;
    this.id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    this.began = new Date().toISOString();
    this.rules = how.rules;
    this.seed = how.seed;
    this.gameSeed = how.gameSeed ?? how.seed;
    this.layout = how.layout ?? null;
    // Mines that are given answer as they lie, and a board that needs no guess has none to answer.
    if (this.layout || how.needsNoGuess) this.rules = { ...this.rules, guessing: "uniform" };
    this.isRetry = how.isRetry ?? false; // it has a layout too, but not from outside
    this.isRepeat = how.isRepeat ?? false; // its mines may be known: it does not count
    this.needsNoGuess = how.needsNoGuess ?? false;
  }

  /** Begins in the core. */
  async start() {
    const { game, state } = await this.#engine.games.ask("newGame", this.rules, this.gameSeed, this.layout, this.moves);
    this.#game = game;
    this.state = state;
    return this;
  }

  drop() {
    this.#clock.stop();
    if (this.#game !== null) this.#engine.games.ask("dropGame", this.#game).catch(() => {});
    this.#game = null;
  }

  get isOver() {
    return this.state.outcome !== "playing";
  }
  get isBegun() {
    return this.state.firstCell >= 0;
  }
  get elapsed() {
    return this.#clock.elapsed;
  }
  get position() {
    const { columns, rows, mines } = this.rules;
    return { columns, rows, mines, cells: this.state.cells };
  }

  /** The clock runs while a game that has begun is looked at. */
  look(isLookedAt = true) {
    if (isLookedAt && this.isBegun && !this.isOver) this.#clock.run();
    else this.#clock.stop();
  }

  mines() {
    return this.#engine.games.ask("mines", this.#game);
  }

  /** A move: reveal, flag, unflag, chord. */
  async move(kind, cell) {
    if (kind === "reveal" && !this.isBegun && this.needsNoGuess && !this.layout) await this.#findNoGuess(cell);
    await this.#make(kind, cell);
    this.redone = [];
  }

  /** Makes the moves of a link, [sign, cell], at their times; without, the clock stands still. */
  async play(moves, times = moves.map(() => 0)) {
    for (const [i, [sign, cell]] of moves.entries()) {
      const kind = { "": "reveal", "+": "chord", "!": this.state.cells[cell] === FLAGGED ? "unflag" : "flag" }[sign];
      await this.move(kind, cell);
      this.moves.at(-1)[2] = times[i];
    }
    if (moves.length) this.#clock = new Clock(times.at(-1));
    this.given = this.moves.length;
    this.look(false);
    return this;
  }

  async #make(kind, cell) {
    const time = this.elapsed;
    this.state = await this.#engine.games.ask("move", this.#game, kind, cell);
    this.moves.push([kind, cell, time]);
    for (const one of this.questions) if (this.state.cells[one] !== COVERED) this.questions.delete(one);
    this.look();
  }

  /** Takes the last move back; false where there is none. */
  async undo() {
    if (this.moves.length === 0) return false;
    this.state = await this.#engine.games.ask("move", this.#game, "undo", 0);
    this.redone.push(this.moves.pop());
    this.undone += 1;
    this.look();
    return true;
  }

  /** Makes the move again that was taken back last. */
  async redo() {
    const again = this.redone.at(-1);
    if (!again) return false;
    await this.#make(again[0], again[1]);
    this.redone.pop();
    return true;
  }

  /** Exchanges the game, before its first reveal, for one that needs no guess from there. */
  async #findNoGuess(cell) {
    const found = await this.#engine.thinking.ask("findBoard", this.rules, this.seed, cell);
    if (!found) throw new Error("no board of this size was found that needs no guess; try fewer mines");
    const old = this.#game;
    this.gameSeed = found.seed;
    await this.start();
    this.#engine.games.ask("dropGame", old);
    this.foundTitle = found.title;
  }

  // Saved

  save() {
    const { columns, rows, mines, firstClick, game, guessing } = this.rules;
    const pack = (moves) => moves.map(([kind, cell, time]) => [MOVES.indexOf(kind), cell, time]);
    return {
      id: this.id,
      began: this.began,
      on: `${columns}x${rows}x${mines}`,
      first: firstClick,
      game,
      guessing,
      seed: String(this.seed),
      gameSeed: String(this.gameSeed),
      layout: this.layout,
      isRetry: this.isRetry,
      isRepeat: this.isRepeat,
      needsNoGuess: this.needsNoGuess,
      moves: pack(this.moves),
      redone: pack(this.redone),
      elapsed: this.elapsed,
      undone: this.undone,
      hints: this.hints,
      assisted: this.assisted,
      given: this.given,
      questions: [...this.questions],
      outcome: this.state.outcome,
    };
  }

  /** The session that was saved, begun in the core; throws on what cannot have been saved. */
  static async resume(engine, data) {
    const how = readSaved(data);
    const session = new GameSession(engine, how);
    Object.assign(session, how.rest);
    session.#clock = new Clock(how.elapsed);
    return session.start();
  }
}

const isWhole = (value, most = Number.MAX_SAFE_INTEGER) => Number.isInteger(value) && value >= 0 && value <= most;

/** What `save` wrote, checked. */
export function readSaved(data) {
  const fail = (what) => {
    throw new Error(`${what} is missing or damaged`);
  };
  const rules = parseRules(data?.on, data?.first, data?.game, data?.guessing);
  const cells = rules.columns * rules.rows;
  if (cells > MOST_CELLS) fail("the size");
  const isMove = (move) => Array.isArray(move) && isWhole(move[0], MOVES.length - 1) && isWhole(move[1], cells - 1) && isWhole(move[2]);
  const unpack = (name) => {
    if (!Array.isArray(data[name]) || !data[name].every(isMove)) fail(`'${name}'`);
    return data[name].map(([kind, cell, time]) => [MOVES[kind], cell, time]);
  };
  const seed = (name) => (/^\d{1,20}$/.test(data[name]) ? BigInt(data[name]) : fail(`'${name}'`));
  for (const name of ["elapsed", "undone", "hints", "given"]) if (!isWhole(data[name])) fail(`'${name}'`);
  for (const name of ["id", "began"]) if (typeof data[name] !== "string" || !/^[\w:.-]{1,40}$/.test(data[name])) fail(`'${name}'`);
  const areCells = (list) => Array.isArray(list) && list.every((cell) => isWhole(cell, cells - 1));
  if (data.layout !== null && !areCells(data.layout)) fail("'layout'");
  if (!areCells(data.questions)) fail("'questions'");
  if (!OUTCOMES.includes(data.outcome)) fail("'outcome'");
  const [moves, redone] = [unpack("moves"), unpack("redone")];
  return {
    rules,
    seed: seed("seed"),
    gameSeed: seed("gameSeed"),
    layout: data.layout,
    isRetry: data.isRetry === true,
    isRepeat: data.isRepeat === true,
    needsNoGuess: data.needsNoGuess === true,
    elapsed: data.elapsed,
    rest: {
      id: data.id,
      began: data.began,
      moves,
      redone,
      undone: data.undone,
      hints: data.hints,
      assisted: data.assisted === true,
      given: data.given,
      questions: new Set(data.questions),
    },
  };
}
