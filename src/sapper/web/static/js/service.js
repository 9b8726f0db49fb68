// What the worker answers: the page's questions, put together from the engine's.

import { LETTERS } from "./codes.js";
import { Engine } from "./engine.js";
import { findExercise, findWholeBoard, techniquesOf } from "./exercises.js";
import { surveyPosition } from "./survey.js";

export class Service {
  #engine;
  #games = new Map();
  #watches = new Map();
  // Not from 0: a number from before the engine was stopped must not name something new.
  #numbers = Math.floor(Math.random() * 2 ** 40);

  constructor(module) {
    this.#engine = new Engine(module);
    this.#engine.core;
  }

  parsePosition(text) {
    return this.#engine.parsePosition(text);
  }
  parseMineText(text) {
    return this.#engine.parseMineText(text);
  }
  parseMbf(bytes) {
    return this.#engine.parseMbf(bytes);
  }
  readPicture(pixels, width, height) {
    return this.#engine.readPicture(pixels, width, height);
  }
  parseRmv(bytes) {
    return this.#engine.parseRmv(bytes);
  }
  formatMbf(layout) {
    return this.#engine.formatMbf(layout);
  }
  layout(rules, seed, first) {
    return this.#engine.layout(rules, seed, first);
  }

  // Games

  /** Begins a game, with moves that were made before. */
  newGame(rules, seed, layout = null, moves = []) {
    const game = this.#engine.newGame(rules, seed, layout);
    for (const [kind, cell] of moves) game.move(kind, cell);
    const state = game.move("look");
    this.#games.set((this.#numbers += 1), game);
    return { game: this.#numbers, state };
  }
  move(game, kind, cell) {
    return this.#games.get(game).move(kind, cell);
  }
  mines(game) {
    return this.#games.get(game).mines();
  }
  dropGame(game) {
    this.#games.get(game)?.drop();
    this.#games.delete(game);
  }

  // Analysis

  analyse(position, options) {
    return this.#engine.analyse(position, options);
  }

  /** The same with things assumed; `holds` is how many of them can be. */
  analyseIf(position, assumed, options) {
    return this.#engine.analyseIf(position, assumed, options);
  }

  /** What a cell might be, given what is assumed of others: its risk, the chance of each clue. */
  whatIf(position, assumed, cell, options) {
    const others = assumed.filter((one) => one.cell !== cell);
    const { risk } = this.#engine.analyseIf(position, others, options);
    const chanceOf = (what) =>
      this.#engine.analyseIf(position, [...others, { cell, what }], options).chances?.at(-1) ?? 0;
    return { risk: risk[cell], clues: [0, 1, 2, 3, 4, 5, 6, 7, 8].map(chanceOf) };
  }

  /** Candidates with their chances, and dead cells; slower than the risks alone. */
  survey(position, options) {
    return surveyPosition(this.#engine, position, options);
  }

  /** Why a cell is proven, as data, a sentence and steps; null where it is not proven. */
  why(position, cell, options = {}) {
    return this.#engine.reasons(position, cell, options)[0] ?? null;
  }

  /** What to open next. A player's flags are not trusted: a hint must not repeat a mistake. */
  hint(position, near) {
    return this.#engine.hint(position, near, { trustFlags: false });
  }

  // Boards

  findBoard(rules, seed, first) {
    return this.#engine.findBoard(rules, seed, first);
  }
  gradeBoard(layout, first) {
    return this.#engine.gradeBoard(layout, first);
  }

  /** The names of the techniques, easiest first. */
  techniques() {
    return techniquesOf(this.#engine);
  }
  findExercise(technique, rules, seed) {
    return findExercise(this.#engine, technique, rules, seed);
  }

  findWholeBoard(technique, rules, seed) {
    return findWholeBoard(this.#engine, technique, rules, seed);
  }

  // Watching

  newWatch(agent, rules, seed, agentSeed, layout = null) {
    const watch = this.#engine.newWatch(agent, rules, seed, agentSeed, layout);
    this.#watches.set((this.#numbers += 1), watch);
    return this.#numbers;
  }
  turns(watch, count) {
    const turns = [];
    for (let i = 0; i < count; i += 1) {
      const turn = this.#watches.get(watch).turn();
      if (turn === null) break;
      turns.push(turn);
    }
    return turns;
  }
  hasWatch(watch) {
    return this.#watches.has(watch);
  }
  dropWatch(watch) {
    this.#watches.get(watch)?.drop();
    this.#watches.delete(watch);
  }

  /** Wins of many games, for the results page. */
  play(agent, rules, runSeed, first, count) {
    const rows = this.#engine.playRows(agent, rules, runSeed, first, count);
    const won = rows.filter((row) => row[1] === 1);
    const withoutGuess = won.filter((row) => row[2] === 0).length;
    return { games: rows.length, wins: won.length, winsWithoutGuess: withoutGuess };
  }

  /** What a game's moves were worth, each with the codes of the position before it. */
  review(rules, seed, layout, moves) {
    const { steps, ...sums } = this.#engine.review(rules, seed, layout, moves);
    steps.forEach((step, i) => {
      const letters = step.before.split(" ")[0].replaceAll("/", "");
      step.before = Uint8Array.from(letters, (letter) => LETTERS.indexOf(letter));
      step.move = moves[i][0];
    });
    return { steps, ...sums };
  }
}
