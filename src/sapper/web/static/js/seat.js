// One agent's game that is watched: its grid, its story, and the turn that is shown.

import { h, count } from "./dom.js";
import { COVERED, FLAGGED, MINE_SHOWN } from "./codes.js";
import { GridView } from "./grid.js";
import { plainLook, withOutline } from "./looks.js";
import { nameRules } from "./links.js";
import { pointFrom, withNames } from "./sentence.js";
import { beginAt, describeTurn, endWord, groupProofs, partName } from "./watch_words.js";

// Turns fetched at once; more than anybody watches in a moment.
const BATCH = 40;
// The colours of an agent's parts, as tints of the cells they settled.
const TINTS = {
  opener: [196, 181, 253],
  guesser: [253, 186, 116],
  deducer: [
    [134, 239, 172],
    [125, 211, 252],
    [253, 224, 71],
    [249, 168, 212],
  ],
};

export class Seat {
  #engine;
  #watch = null;
  #begun = null;
  #turns = [];
  #isWhole = false;
  at = 0;

  constructor(engine, below) {
    this.#engine = engine;
    this.board = h("div");
    this.view = new GridView(this.board, { label: "Game of an agent", onAct: () => {}, below, isWatched: true });
    this.title = h("h2", {});
    this.story = h("p", { className: "message", role: "note" });
    this.log = h("ul", { className: "faint" });
    this.parts = h("p", { className: "legend" });
    this.element = h(
      "section",
      { className: "card seat" },
      this.title,
      this.story,
      this.board,
      this.parts,
      h("details", {}, h("summary", {}, "What was proven in this turn, and from which clues"), h("div", { className: "scroll", tabIndex: 0 }, this.log)),
    );
    pointFrom(this.element, this.view);
  }

  /** Begins a game; `first` is the cell to open with where another agent has begun already. */
  async begin(agent, rules, seed, first = null) {
    await this.drop();
    this.agent = agent;
    this.rules = rules;
    this.#turns = [];
    this.#isWhole = false;
    this.at = 0;
    this.view.resize(rules.columns, rules.rows);
    this.title.textContent = agent.id;
    this.element.setAttribute("aria-label", agent.id);
    this.show();
    if (agent.why_not) await this.#askServer(seed, first);
    else {
      this.#showParts();
      const here = first === null ? agent : beginAt(agent, first, rules.columns);
      this.#begun = [here, rules, seed, 0n];
      this.#watch = await this.#engine.thinking.ask("newWatch", ...this.#begun);
      await this.#fetch();
    }
    this.#showParts();
    this.show();
  }

  /** The engine forgets the game. */
  async drop() {
    const watch = this.#watch;
    this.#watch = null;
    if (watch !== null) await this.#engine.thinking.ask("dropWatch", watch);
  }

  /** The whole game at once, of an agent that only the library can play. */
  async #askServer(seed, first) {
    this.story.textContent = `${this.agent.id} plays on the server …`;
    const { rules } = this;
    if (rules.game !== "normal") throw new Error(`${this.agent.id} plays on the server, where only the normal game is watched`);
    const question = { agent: this.agent.id, on: nameRules(rules), first_click: rules.firstClick, seed: String(seed) };
    if (first !== null) question.first = first;
    const answer = await fetch(new URL("../api/watch", import.meta.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    }).catch(() => null);
    if (answer === null) throw new Error(`${this.agent.id} plays on the server, which does not answer`);
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error ?? "the server does not answer");
    this.agent = { ...this.agent, deducers: found.deducers };
    this.#turns = found.turns.map((turn) => ({ ...turn, cells: Uint8Array.from(turn.cells) }));
    this.#isWhole = true;
  }

  async #fetch() {
    const ask = (...question) => this.#engine.thinking.ask(...question);
    if (!(await ask("hasWatch", this.#watch))) {
      // The engine was stopped in between: the game is played again, as far as it was known.
      this.#watch = await ask("newWatch", ...this.#begun);
      await ask("turns", this.#watch, this.#turns.length);
    }
    const turns = await ask("turns", this.#watch, BATCH);
    this.#turns.push(...turns);
    this.#isWhole = turns.length < BATCH;
  }

  get firstCell() {
    return this.#turns[0]?.moves[0]?.[1] ?? 0;
  }

  /** The turns known so far, all of them when `isWhole`. */
  get length() {
    return this.#turns.length;
  }
  get isWhole() {
    return this.#isWhole;
  }

  get isOver() {
    return this.#isWhole && this.at >= this.#turns.length;
  }

  get outcome() {
    return this.at === 0 ? "playing" : this.#turns[this.at - 1].outcome;
  }

  /** Fetches more turns, if there are more. */
  async more() {
    if (!this.#isWhole) await this.#fetch();
  }

  async goTo(wanted) {
    while (wanted > this.#turns.length && !this.#isWhole) await this.#fetch();
    this.at = Math.max(0, Math.min(wanted, this.#turns.length));
    this.show();
  }

  #colour(turn) {
    if (turn.role !== "deducer") return TINTS[turn.role];
    const index = this.agent.deducers.findIndex((deducer) => deducer.label === turn.part);
    return TINTS.deducer[index % TINTS.deducer.length];
  }

  #showParts() {
    const { deducers } = this.agent;
    const item = (name, i) => h("span", { className: `part${i % TINTS.deducer.length}` }, h("i", {}), partName(name));
    this.parts.replaceChildren(...deducers.map(({ label }, i) => item(label, i)), h("span", { className: "part-guess" }, h("i", {}), "guess"));
  }

  show() {
    const turn = this.at === 0 ? null : this.#turns[this.at - 1];
    const { columns, rows } = this.rules;
    const cells = turn ? turn.cells : new Uint8Array(columns * rows).fill(COVERED);
    const settled = new Map();
    const clues = new Set();
    for (const proof of turn?.proofs ?? []) {
      settled.set(proof.cell, this.#colour(turn));
      for (const clue of proof.clues) clues.add(clue);
    }
    if (turn && turn.cell !== null) settled.set(turn.cell, this.#colour(turn));
    this.view.paint((cell) => {
      let look = plainLook(cells[cell], cell, columns);
      if (settled.has(cell) && look.kind !== "hit") look = { ...look, tint: settled.get(cell), label: `${look.label}, this turn` };
      return clues.has(cell) ? withOutline(look, "clue", "a clue of this turn") : look;
    });
    this.#tell(turn, cells);
  }

  #tell(turn, cells) {
    const { columns, mines, game } = this.rules;
    const flags = cells.filter((code) => code === FLAGGED).length;
    const hit = cells.filter((code) => code === MINE_SHOWN).length;
    const score = game === "score" ? ` Score ${mines ? (1 - hit / mines).toFixed(3) : 1}, ${count(hit, "mine")} hit.` : "";
    const end = turn && turn.outcome !== "playing" ? (game === "score" ? " Done." : ` ${endWord(turn.outcome)}.`) : "";
    const text = turn ? `Turn ${this.at}: ${describeTurn(turn, columns)}${end}${score}` : `Before the first turn; ${count(mines, "mine")}.`;
    this.story.replaceChildren(...withNames(text));
    this.element.dataset.outcome = turn?.outcome ?? "playing";
    const lines = groupProofs(turn?.proofs ?? [], columns).slice(0, 60);
    this.log.replaceChildren(...lines.map((line) => h("li", {}, withNames(line))), h("li", {}, `${count(flags, "flag")}, ${count(mines, "mine")}`));
  }
}
