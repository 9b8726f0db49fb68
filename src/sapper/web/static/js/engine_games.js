// Games in the core: a person's, and an agent's that is watched.
//
// Both know how they came about, so that they outlive the instance they are played in:
// `engine.js` replaces one that an error has ended, and they are played again in it.

import { OUTCOMES, FIRST_CLICKS, GUESSINGS } from "./codes.js";
import { Reader } from "./reader.js";

const MOVES = { reveal: 0, flag: 1, unflag: 2, chord: 3, undo: 4, look: 5 };

/** A person's game. Its moves are kept, so that it outlives the instance it is played in. */
export class Game {
  #engine;
  #handle = -1;
  #generation = -1;
  moves = [];

  constructor(engine, rules, seed, layout) {
    this.#engine = engine;
    this.rules = rules;
    this.seed = seed;
    this.layout = layout;
  }

  #ready() {
    this.#engine.core; // an instance that ended is replaced here
    if (this.#generation === this.#engine.generation) return;
    const { columns, rows, mines, firstClick } = this.rules;
    const kind = this.rules.game === "score" ? 1 : 0;
    if (this.layout) {
      this.#engine.writeCells(this.layout);
      this.#handle = this.#engine.call("game_on", columns, rows, kind);
    } else {
      const rule = FIRST_CLICKS.indexOf(firstClick);
      const size = [columns, rows, mines, rule, kind];
      const guessing = GUESSINGS.indexOf(this.rules.guessing ?? "uniform");
      this.#handle = this.#engine.call("game_new", ...size, BigInt(this.seed), guessing);
    }
    this.#generation = this.#engine.generation;
    for (const [kind_, cell] of this.moves) {
      this.#engine.call("game_move", this.#handle, MOVES[kind_], cell);
    }
  }

  /** Makes a move (reveal, flag, unflag, chord, undo or look) and returns the game's state. */
  move(kind, cell = 0) {
    this.#ready();
    this.#engine.call("game_move", this.#handle, MOVES[kind], cell);
    if (kind === "undo") this.moves.pop();
    else if (kind !== "look") this.moves.push([kind, cell]);
    const reader = new Reader(this.#engine.whole());
    return {
      outcome: OUTCOMES[reader.next()],
      numMoves: reader.next(),
      numFlags: reader.next(),
      safeLeft: reader.next(),
      minesHit: reader.next(),
      firstCell: reader.next(),
      cells: Uint8Array.from(reader.rest()),
    };
  }

  /** Where the mines are; empty before the first reveal. */
  mines() {
    this.#ready();
    this.#engine.call("game_mines", this.#handle);
    return Array.from(this.#engine.whole());
  }

  drop() {
    if (this.#generation === this.#engine.generation) {
      this.#engine.call("game_drop", this.#handle);
    }
    this.#generation = -1;
  }
}

/** The lines that native/wasm/agent_text.h reads. */
export function agentText(agent) {
  const lines = [];
  const addPart = (kind, part, label = "") => {
    lines.push(`${kind} ${part.name}${label && ` ${label}`}`);
    for (const [key, [type, value]] of Object.entries(part.options)) {
      lines.push(`${type} ${key} ${value}`);
    }
  };
  if (agent.opener) addPart("opener", agent.opener);
  for (const deducer of agent.deducers) {
    let part = deducer;
    while (part.inner) {
      addPart("wrapper", part, deducer.label);
      part = part.inner;
    }
    addPart("deducer", part, deducer.label);
  }
  if (agent.guesser) addPart("guesser", agent.guesser);
  lines.push(`flags ${agent.flags ? "yes" : "no"}`);
  return lines.join("\n");
}

/** An agent's game, turn by turn; it too outlives the instance that plays it. */
export class Watch {
  #engine;
  #handle = -1;
  #generation = -1;
  #seeds;
  numTurns = 0;

  constructor(engine, agent, rules, seed, agentSeed, layout) {
    this.#engine = engine;
    this.agent = agent;
    this.rules = rules;
    this.layout = layout;
    this.#seeds = [BigInt(seed), BigInt(agentSeed)];
  }

  #ready() {
    const engine = this.#engine;
    engine.core; // an instance that ended is replaced here
    if (this.#generation === engine.generation) return;
    const { columns, rows, mines, firstClick, game } = this.rules;
    engine.writeText(agentText(this.agent));
    const size = [columns, rows, mines, FIRST_CLICKS.indexOf(firstClick), game === "score" ? 1 : 0];
    this.#handle = engine.call("watch_new", ...size, ...this.#seeds);
    this.#generation = engine.generation;
    if (this.layout) {
      engine.writeCells(this.layout);
      engine.call("watch_on", this.#handle, ...this.#seeds);
    }
    for (let i = 0; i < this.numTurns; i += 1) engine.call("watch_turn", this.#handle);
  }

  /** Makes one turn and reports it; null when the game is over. */
  turn() {
    this.#ready();
    if (this.#engine.call("watch_turn", this.#handle) === 0) return null;
    this.numTurns += 1;
    const reader = new Reader(this.#engine.whole());
    const index = reader.next();
    const cell = reader.next();
    const outcome = OUTCOMES[reader.next()];
    const window = reader.next()
      ? { column: reader.next(), row: reader.next(), columns: reader.next(), rows: reader.next() }
      : null;
    const moves = Array.from({ length: reader.next() }, () => [
      reader.next() ? "flag" : "reveal",
      reader.next(),
    ]);
    const proofs = Array.from({ length: reader.next() }, () => ({
      cell: reader.next(),
      isMine: reader.next() === 1,
      clues: reader.list(),
    }));
    const cells = Uint8Array.from(reader.rest());
    const { role, part } = this.#name(index);
    return { role, part, cell: cell < 0 ? null : cell, outcome, window, moves, proofs, cells };
  }

  #name(index) {
    const { opener, deducers, guesser } = this.agent;
    if (index >= 0) return { role: "deducer", part: deducers[index].label };
    if (index === -1) return { role: "opener", part: (opener ?? guesser).label };
    if (index === -2) return { role: "guesser", part: guesser.label };
    return { role: "stuck", part: "" };
  }

  drop() {
    if (this.#generation === this.#engine.generation) {
      this.#engine.call("watch_drop", this.#handle);
    }
    this.#generation = -1;
  }
}
