// A reason in words: one sentence that a player can follow on the grid.
//
// The page's twin of src/sapper/logic/sentences.py; a test compares every sentence of
// thousands of positions. `tellSteps` gives the same story as steps with their cells,
// for those who walk through it on the grid.

import { COVERED, FLAGGED, MINE_SHOWN, cellName, neighbours } from "./codes.js";

const MOST_EVENTS = 5;
const MOST_NAMED = 8;

const plural = (word, count) => (count === 1 ? word : `${word}s`);
const ascending = (cells) => [...cells].sort((a, b) => a - b);
const isIn = (set) => (cell) => set.has(cell);

/** Names the mines that a clue still has to get. */
function ofIts(left, shown) {
  if (left < shown) return left === 1 ? "its last mine" : `its last ${left} mines`;
  return { 1: "its mine", 2: "both its mines" }[left] ?? `all its ${left} mines`;
}

/** Keeps the events that the last one relies on, directly or not. */
function trim(events, cell) {
  const needed = new Set([cell]);
  const kept = [];
  for (const event of [...events].reverse()) {
    if (![...event.settled].some(isIn(needed))) continue;
    kept.push(event);
    for (const used of event.uses) needed.add(used);
  }
  return kept.reverse();
}

class Teller {
  constructor(position, reason, flags) {
    this.position = position;
    this.cell = reason.cell;
    this.isMine = reason.isMine;
    this.clues = reason.clues;
    this.known = new Map();
    position.cells.forEach((code, cell) => {
      if (code === MINE_SHOWN) this.known.set(cell, true);
    });
    for (const flag of flags) this.known.set(flag, true);
  }

  // The story

  collectEvents() {
    const events = [];
    while (!this.known.has(this.cell)) {
      const event = this.nextEvent();
      if (event === null) return null;
      events.push(event);
      for (const cell of event.settled) this.known.set(cell, event.areMines);
    }
    return trim(events, this.cell);
  }

  tell() {
    const events = this.collectEvents();
    if (events === null || events.length > MOST_EVENTS) return this.contradiction();
    const last = events.pop();
    return [...events.map((event) => event.result), last.ending].join(", then ");
  }

  nextEvent() {
    let found = this.clues.map((clue) => this.single(clue)).filter(Boolean);
    if (found.length === 0) {
      for (const a of this.clues) {
        for (const b of this.clues) {
          const event = a === b ? null : this.pair(a, b);
          if (event) found.push(event);
        }
      }
    }
    const reaching = found.filter((event) => event.settled.has(this.cell));
    return (reaching.length ? reaching : found)[0] ?? null;
  }

  single(clue) {
    const unknown = this.unknown(clue);
    const mines = this.mines(clue);
    const left = this.shown(clue) - mines.size;
    if (unknown.size === 0 || (left !== 0 && left !== unknown.size)) return null;
    const cells = this.listed(unknown);
    const who = this.nameClue(clue);
    if (left === 0) {
      const ending = this.isServed(clue, mines);
      const result = `${who} makes ${cells} safe`;
      return { settled: unknown, areMines: false, uses: mines, clues: [clue], result, ending };
    }
    const number = left === 1 ? "one covered cell" : `${left} covered cells`;
    const ending = mines.size
      ? `${who} needs ${left} more ${plural("mine", left)} and has only ${number} left`
      : `${who} has only ${number} around it`;
    const result = `${who} makes ${cells} ${unknown.size === 1 ? "a mine" : "mines"}`;
    const uses = this.settled(clue);
    return { settled: unknown, areMines: true, uses, clues: [clue], result, ending };
  }

  isServed(clue, mines) {
    const shown = this.shown(clue);
    if (shown === 0) return `${this.nameClue(clue)} has no mines around it`;
    const number = { 1: "its mine", 2: "both its mines" }[shown] ?? `all its ${shown} mines`;
    return `${this.nameClue(clue)} already has ${number} at ${this.listed(mines)}`;
  }

  /** What clue b lets clue a say of the cells that only a has. */
  pair(a, b) {
    const cellsA = this.unknown(a);
    const cellsB = this.unknown(b);
    const shared = new Set([...cellsA].filter(isIn(cellsB)));
    const rest = new Set([...cellsA].filter((cell) => !cellsB.has(cell)));
    if (shared.size === 0 || rest.size === 0) return null;
    const leftA = this.left(a);
    const leftB = this.left(b);
    const most = Math.min(shared.size, leftB);
    const least = Math.max(0, leftB - (cellsB.size - shared.size));
    const uses = new Set([...this.settled(a), ...this.settled(b)]);
    const needsMines = leftA - most === rest.size;
    const start = this.pairStart(b, shared, least, needsMines);
    const place = `${start} ${this.listed(shared)}, so ${this.nameClue(a)}`;
    const event = { settled: rest, areMines: needsMines, uses, clues: [a, b] };
    if (needsMines) {
      const what = rest.size === 1 ? "a mine" : "mines";
      const end = `${place} needs ${what} at ${this.listed(rest)}`;
      return { ...event, result: end, ending: end };
    }
    if (leftA === least) {
      const end = `${place} has none left for ${this.listed(rest)}`;
      return { ...event, result: end, ending: end };
    }
    return null;
  }

  pairStart(clue, shared, least, mines) {
    const who = this.nameClue(clue);
    const left = this.left(clue);
    if (shared.size === this.unknown(clue).size) {
      return `${who} has ${ofIts(left, this.shown(clue))} among`;
    }
    if (mines) return `${who} allows at most ${left} ${plural("mine", left)} among`;
    return `${who} must have at least ${least} ${plural("mine", least)} among`;
  }

  // Contradictions

  contradiction() {
    const kind = this.isMine ? "without" : "with";
    return `${kind} a mine there, ${this.nameClues()} could not all be right`;
  }

  tellWithMineCount() {
    const { cells, mines } = this.position;
    const covered = [...cells.keys()].filter((cell) => this.isUnknown(cell));
    const left = mines - this.known.size;
    if (this.clues.length === 0) {
      if (left === 0) return "no mines are left";
      const are = left === 1 ? "is" : "are";
      const what = plural("covered cell", covered.length);
      return `${left} ${plural("mine", left)} ${are} left for ${covered.length} ${what}`;
    }
    const groups = this.clues.map((clue) => this.unknown(clue));
    const inside = new Set(groups.flatMap((group) => [...group]));
    const areApart = groups.reduce((sum, group) => sum + group.size, 0) === inside.size;
    if (areApart && !inside.has(this.cell)) return this.tellApart(left);
    const kind = this.isMine ? "without" : "with";
    const what = left === 1 ? "the one mine" : `the ${left} mines`;
    return `${kind} a mine there, ${what} left could not be placed to fit ${this.nameClues()}`;
  }

  tellApart(left) {
    const held = this.clues.reduce((sum, clue) => sum + this.left(clue), 0);
    const verb = this.clues.length === 1 ? "needs" : "need";
    if (held === left) {
      const mines = { 1: "the only mine", 2: "both mines" }[left] ?? `all ${left} mines`;
      return `${this.nameClues()} ${verb} ${mines} left`;
    }
    const rest = "and all other covered cells the rest";
    return `${this.nameClues()} ${verb} ${held} of the ${left} mines left, ${rest}`;
  }

  // Looking

  shown(clue) {
    return this.position.cells[clue];
  }
  isUnknown(cell) {
    const code = this.position.cells[cell];
    return (code === COVERED || code === FLAGGED) && !this.known.has(cell);
  }
  around(clue) {
    return neighbours(clue, this.position.columns, this.position.rows);
  }
  unknown(clue) {
    return new Set(this.around(clue).filter((cell) => this.isUnknown(cell)));
  }
  mines(clue) {
    return new Set(this.around(clue).filter((cell) => this.known.get(cell)));
  }
  settled(clue) {
    return new Set(this.around(clue).filter((cell) => this.known.has(cell)));
  }
  left(clue) {
    return this.shown(clue) - this.mines(clue).size;
  }

  // Naming

  name(cell) {
    return cellName(cell, this.position.columns);
  }
  nameCells(cells) {
    const named = cells.slice(0, MOST_NAMED).map((cell) => this.name(cell));
    const rest = cells.length > MOST_NAMED ? ` and ${cells.length - MOST_NAMED} more` : "";
    return named.join(" ") + rest;
  }
  listed(cells) {
    return this.nameCells(ascending(cells));
  }
  nameClue(clue) {
    return `the ${this.shown(clue)} at ${this.name(clue)}`;
  }
  nameClues() {
    let names = this.clues.map((clue) => this.nameClue(clue));
    if (names.length > MOST_NAMED) {
      const others = `${names.length - MOST_NAMED + 1} other clues`;
      names = [...names.slice(0, MOST_NAMED - 1), others];
    }
    if (names.length < 2) return names[0];
    return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
  }
}

/** The flags that a reason trusts: those around its clues, or all with the mine count. */
export function flagsUsed(position, reason) {
  const flagged = [...position.cells.keys()].filter((cell) => position.cells[cell] === FLAGGED);
  if (reason.needsMineCount) return flagged;
  const { columns, rows } = position;
  const around = new Set(reason.clues.flatMap((clue) => neighbours(clue, columns, rows)));
  return flagged.filter(isIn(around));
}

/** Says why a cell is what it is. */
export function makeSentence(position, reason, trustFlags = true) {
  const flags = trustFlags ? flagsUsed(position, reason) : [];
  const teller = new Teller(position, reason, flags);
  const because = reason.needsMineCount ? teller.tellWithMineCount() : teller.tell();
  const what = reason.isMine ? "a mine" : "safe";
  let sentence = `${teller.name(reason.cell)} is ${what}: ${because}`;
  if (flags.length) {
    sentence += ` (trusting the ${plural("flag", flags.length)} at ${teller.nameCells(flags)})`;
  }
  return reason.isMinimal ? sentence : `${sentence} (not all of these clues may be needed)`;
}

/** The chain of a reason, step by step: text, the clues used and the cells settled. */
export function tellSteps(position, reason, trustFlags = true) {
  const flags = trustFlags ? flagsUsed(position, reason) : [];
  const events = reason.needsMineCount
    ? null
    : new Teller(position, reason, flags).collectEvents();
  if (events === null) {
    const text = makeSentence(position, reason, trustFlags);
    return [{ text, clues: reason.clues, cells: [reason.cell], areMines: reason.isMine }];
  }
  const name = (cell) => cellName(cell, position.columns);
  return events.map((event, i) => {
    const cells = ascending(event.settled);
    const what = event.areMines ? (cells.length === 1 ? "a mine" : "mines") : "safe";
    const named = cells.map(name).join(" ");
    const so = `${named} ${cells.length === 1 ? "is" : "are"} ${what}`;
    const text = i === events.length - 1 ? `${event.ending}: ${so}` : event.result;
    return { text, clues: event.clues, cells, areMines: event.areMines };
  });
}
