// Watch: agents play, turn by turn, one or two side by side on the same board.

import { h, announce, button, field, select } from "./dom.js";
import { COVERED, FIRST_CLICKS, FLAGGED, cellName } from "./codes.js";
import { GridView } from "./grid.js";
import { plainLook, withOutline } from "./looks.js";
import { freshSeed, nameRules, readRules, readSeed } from "./links.js";

const SPEEDS = [1, 2, 4, 8, 16, 64];
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

/** One agent's game: its grid, its story, and the turn that is shown. */
class Seat {
  #engine;
  #watch = null;
  #turns = [];
  #isWhole = false;
  at = 0;

  constructor(engine, name) {
    this.#engine = engine;
    this.board = h("div");
    this.view = new GridView(this.board, { label: `Game of ${name}`, onAct: () => {} });
    this.title = h("h2", {}, name);
    this.story = h("p", { className: "message", role: "note" });
    this.details = h("ul", { className: "faint scroll" });
    this.element = h(
      "section",
      { className: "card", "aria-label": name },
      this.title,
      this.board,
      this.story,
      this.details,
    );
  }

  /** Begins a game; `first` is the cell to open with where another agent has begun already. */
  async begin(agent, rules, seed, first = null) {
    this.agent = agent;
    this.rules = rules;
    this.#turns = [];
    this.#isWhole = false;
    this.at = 0;
    this.view.resize(rules.columns, rules.rows);
    this.title.textContent = agent.id;
    this.element.setAttribute("aria-label", agent.id);
    if (agent.why_not) await this.#askServer(seed, first);
    else {
      const here = first === null ? agent : { ...agent, opener: fixedOpener(first, rules.columns) };
      this.#watch = await this.#engine.thinking.ask("newWatch", here, rules, seed, 0n);
      await this.#fetch();
    }
    this.show();
  }

  /** The whole game at once, of an agent that only the library can play. */
  async #askServer(seed, first) {
    this.story.textContent = `${this.agent.id} plays on the server …`;
    const { rules } = this;
    const question = { agent: this.agent.id, on: nameRules(rules), first_click: rules.firstClick, seed: String(seed) };
    if (first !== null) question.first = first;
    const answer = await fetch(new URL("../api/watch", import.meta.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error ?? "the server does not answer");
    this.agent = { ...this.agent, deducers: found.deducers };
    this.#turns = found.turns.map((turn) => ({ ...turn, cells: Uint8Array.from(turn.cells) }));
    this.#isWhole = true;
  }

  async #fetch() {
    const turns = await this.#engine.thinking.ask("turns", this.#watch, BATCH);
    this.#turns.push(...turns);
    this.#isWhole = turns.length < BATCH;
  }

  get firstCell() {
    return this.#turns[0]?.moves[0]?.[1] ?? 0;
  }

  get isOver() {
    return this.#isWhole && this.at >= this.#turns.length;
  }

  get outcome() {
    return this.at === 0 ? "playing" : this.#turns[this.at - 1].outcome;
  }

  async step(by) {
    const wanted = this.at + by;
    while (wanted > this.#turns.length && !this.#isWhole) await this.#fetch();
    this.at = Math.max(0, Math.min(wanted, this.#turns.length));
    this.show();
  }

  #colour(turn) {
    if (turn.role !== "deducer") return TINTS[turn.role];
    const index = this.agent.deducers.findIndex((deducer) => deducer.label === turn.part);
    return TINTS.deducer[index % TINTS.deducer.length];
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
    if (turn?.cell !== null && turn) settled.set(turn.cell, this.#colour(turn));
    this.view.paint((cell) => {
      let look = plainLook(cells[cell], cell, columns);
      if (settled.has(cell) && look.kind !== "hit") look = { ...look, tint: settled.get(cell), label: `${look.label}, this turn` };
      return clues.has(cell) ? withOutline(look, "clue", "a clue of this turn") : look;
    });
    this.#tell(turn, cells);
  }

  #tell(turn, cells) {
    const { columns, mines } = this.rules;
    const flags = cells.filter((code) => code === FLAGGED).length;
    this.story.textContent = turn
      ? `Turn ${this.at}: ${describeTurn(turn, columns)}`
      : `Before the first turn; ${mines} mines.`;
    if (turn && turn.outcome !== "playing") this.story.textContent += ` ${endWord(turn.outcome)}.`;
    const lines = [...groupProofs(turn?.proofs ?? [], columns)];
    this.details.replaceChildren(
      ...lines.slice(0, 60).map((line) => h("li", {}, line)),
      h("li", {}, `${flags} flag${flags === 1 ? "" : "s"}, ${mines} mines`),
    );
  }
}

const endWord = (outcome) => ({ won: "Won", lost: "Lost", stuck: "Stuck" })[outcome];

function describeTurn(turn, columns) {
  if (turn.role === "stuck") return "stuck: nothing is proven, and there is nobody to guess.";
  if (turn.proofs.length) {
    const mines = turn.proofs.filter((proof) => proof.isMine).length;
    const safe = turn.proofs.length - mines;
    const parts = [safe && `${safe} safe`, mines && `${mines} mine${mines === 1 ? "" : "s"}`];
    const window = turn.window
      ? ` in the window ${cellName(turn.window.row * columns + turn.window.column, columns)}, ` +
        `${turn.window.columns}x${turn.window.rows}`
      : "";
    return `${turn.part} proved ${parts.filter(Boolean).join(" and ")}${window}.`;
  }
  const name = cellName(turn.cell, columns);
  const verb = turn.role === "opener" ? "opened" : turn.moves[0]?.[0] === "flag" ? "flagged" : "guessed";
  const code = turn.cells[turn.cell];
  return `${turn.part} ${verb} ${name}${code <= 8 ? `: it shows ${code}` : code === FLAGGED ? "" : ": a mine"}.`;
}

/** Cells that were proven alike from the same clues, together. */
function groupProofs(proofs, columns) {
  const groups = new Map();
  for (const { cell, isMine, clues } of proofs) {
    const from = clues.length ? ` from ${clues.map((c) => cellName(c, columns)).join(" ")}` : "";
    const key = `${isMine ? "mine" : "safe"}|${from}`;
    groups.set(key, [...(groups.get(key) ?? []), cellName(cell, columns)]);
  }
  return [...groups].map(([key, names]) => {
    const [kind, from] = key.split("|");
    return `${kind}: ${names.join(" ")}${from}`;
  });
}

export class WatchPage {
  #engine;
  #go;
  #agents;
  #leftOut;
  #seats = [];
  #timer = 0;
  #stepping = false;

  /** `isServed`: there is a server, which plays what a browser cannot. */
  constructor(engine, go, agents, isServed) {
    this.#engine = engine;
    this.#go = go;
    this.#agents = agents.filter((agent) => isServed || !agent.why_not);
    this.#leftOut = agents.filter((agent) => !isServed && agent.why_not);
    this.element = this.#build();
  }

  #build() {
    const ids = this.#agents.map((agent) => agent.id);
    this.agent = select("Agent", ids, "exact");
    this.other = select("Beside it", [["", "nobody"], ...ids], "");
    for (const { input } of [this.agent, this.other]) {
      input.append(...this.#leftOut.map(({ id }) => h("option", { value: id, disabled: true }, `${id} (not here)`)));
    }
    this.on = field("Grid", { value: "intermediate", size: 12, list: "watch-grids" });
    this.on.input.setAttribute("list", "watch-grids");
    this.first = select("First click", FIRST_CLICKS, "zero");
    this.seed = field("Seed", { className: "seed", inputMode: "numeric" });
    this.speed = select("Turns a second", SPEEDS.map(String), "2", () => this.#run(Boolean(this.#timer)));
    this.runButton = button("Run", () => this.#run(!this.#timer), { className: "main" });
    this.message = h("p", { className: "message", role: "note" });
    this.summary = h("p", { className: "faint" });
    this.boards = h("div", { className: "pair" });
    const grids = h("datalist", { id: "watch-grids" }, ["beginner", "intermediate", "expert"].map((value) => h("option", { value })));
    return h(
      "div",
      { className: "stack", onkeydown: (event) => this.#key(event) },
      h(
        "section",
        { className: "card", "aria-label": "Watch" },
        h("h1", {}, "Watch an agent"),
        h(
          "form",
          { className: "row", onsubmit: (event) => this.#submit(event) },
          this.agent.label,
          this.other.label,
          this.on.label,
          grids,
          this.first.label,
          this.seed.label,
          h("button", { type: "submit" }, "Begin"),
          button("Another board", () => {
            this.seed.input.value = String(freshSeed());
            this.#begin();
          }),
        ),
        this.summary,
        h(
          "div",
          { className: "row" },
          button("Start", () => this.#step(-1e6)),
          button("◀ Back", () => this.#step(-1)),
          button("Next ▶", () => this.#step(1)),
          this.runButton,
          button("End", () => this.#step(1e6)),
          this.speed.label,
        ),
        this.message,
        this.#tellLeftOut(),
      ),
      this.boards,
    );
  }

  /** The agents that cannot play here, by the reason. */
  #tellLeftOut() {
    const reasons = Map.groupBy
      ? Map.groupBy(this.#leftOut, (agent) => agent.why_not)
      : this.#leftOut.reduce((map, agent) => map.set(agent.why_not, [...(map.get(agent.why_not) ?? []), agent]), new Map());
    const items = [...reasons].map(([why, agents]) => h("li", {}, `${agents.map(({ id }) => id).join(", ")}: ${why}`));
    return h("details", { hidden: items.length === 0 }, h("summary", {}, "Agents that cannot play here"), h("ul", { className: "faint" }, items));
  }

  #key(event) {
    if (event.target.closest("input, select, textarea")) return;
    const actions = { ".": () => this.#step(1), ",": () => this.#step(-1), p: () => this.#run(!this.#timer) };
    if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  async open(parameters) {
    const known = (id) => this.#agents.some((agent) => agent.id === id);
    for (const [name, input] of [["agent", this.agent.input], ["beside", this.other.input]]) {
      const id = parameters.get(name);
      if (id && known(id)) input.value = id;
      else if (id && this.#leftOut.some((agent) => agent.id === id)) {
        this.#tell(`${id} cannot play here: ${this.#leftOut.find((agent) => agent.id === id).why_not}`, true);
      } else if (id) this.#tell(`unknown agent '${id.slice(0, 40)}'; the list has all that a browser can play`, true);
    }
    if (parameters.has("on")) this.on.input.value = parameters.get("on");
    if (parameters.has("first")) this.first.input.value = parameters.get("first");
    this.seed.input.value = parameters.get("seed") ?? String(freshSeed());
    await this.#begin();
  }

  leave() {
    this.#run(false);
    this.#engine.thinking.stop();
  }

  #submit(event) {
    event.preventDefault();
    this.#begin();
  }

  async #begin() {
    this.#run(false);
    try {
      const rules = readRules(this.on.input.value, this.first.input.value);
      const seed = readSeed(this.seed.input.value);
      const agents = [this.agent.input.value, this.other.input.value].filter(Boolean);
      this.#seats = agents.map((id) => new Seat(this.#engine, id));
      this.boards.replaceChildren(...this.#seats.map((seat) => seat.element));
      this.summary.textContent = agents.map((id) => `${id}: ${this.#find(id).summary}`).join(" ");
      for (const [i, id] of agents.entries()) {
        // The mines follow from the first cell: the second agent begins where the first did.
        const first = i > 0 ? this.#seats[0].firstCell : null;
        await this.#seats[i].begin(this.#find(id), rules, seed, first);
      }
      this.#tell(agents.length > 1 ? "Both begin at the same cell, so that the mines are the same." : "");
      const beside = agents[1] ? `&beside=${agents[1]}` : "";
      this.#go("watch", `agent=${agents[0]}${beside}&on=${nameRules(rules)}&first=${rules.firstClick}&seed=${seed}`);
    } catch (error) {
      if (error.kind !== "stopped") this.#tell(error.message, true);
    }
  }

  #find(id) {
    return this.#agents.find((agent) => agent.id === id);
  }

  async #step(by) {
    if (this.#stepping) return;
    this.#stepping = true;
    try {
      await Promise.all(this.#seats.map((seat) => seat.step(by)));
      announce(this.#seats.map((seat) => seat.story.textContent).join(" "));
      if (this.#seats.every((seat) => seat.isOver)) this.#finish();
    } catch (error) {
      this.#run(false);
      if (error.kind !== "stopped") this.#tell(error.message, true);
    } finally {
      this.#stepping = false;
    }
  }

  #finish() {
    this.#run(false);
    const ends = this.#seats.map((seat) => `${seat.agent.id}: ${seat.outcome} after ${seat.at} turns`);
    this.#tell(ends.join("; "));
  }

  #run(isOn) {
    clearInterval(this.#timer);
    this.#timer = isOn ? setInterval(() => this.#step(1), 1000 / Number(this.speed.input.value)) : 0;
    this.runButton.textContent = isOn ? "Pause" : "Run";
  }

  #tell(text, isProblem = false) {
    this.message.textContent = text;
    this.message.className = isProblem ? "message problem" : "message";
    if (text) announce(text);
  }
}

function fixedOpener(cell, columns) {
  const options = { column: ["whole", String(cell % columns)], row: ["whole", String(Math.floor(cell / columns))] };
  return { label: "same_cell", name: "fixed", options };
}
