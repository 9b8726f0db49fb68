// Watch: agents play, turn by turn, one or two side by side on the same board.

import { h, announce, button, field, select } from "./dom.js";
import { FIRST_CLICKS } from "./codes.js";
import { freshSeed, nameRules, readRules, readSeed } from "./links.js";
import { Seat } from "./seat.js";
import { byDocument, nameOf } from "./watch_words.js";

const SPEEDS = [1, 2, 4, 8, 16, 64];
const GAMES = [
  ["normal", "a mine ends it"],
  ["score", "a mine costs a point"],
];

export class WatchPage {
  #engine;
  #go;
  #agents;
  #leftOut;
  #all;
  #seats = [];
  #playing = [];
  #timer = 0;
  #stepping = false;
  #begun = 0;
  #isShown = false;

  /** `isServed`: there is a server, which plays what a browser cannot. */
  constructor(engine, go, agents, isServed) {
    this.#engine = engine;
    this.#go = go;
    this.#agents = agents.filter((agent) => isServed || !agent.why_not);
    this.#leftOut = agents.filter((agent) => !isServed && agent.why_not);
    this.#all = agents;
    const below = () => 165;
    this.#seats = [new Seat(engine, below), new Seat(engine, below)];
    this.element = this.#build();
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #build() {
    this.agent = this.#choice("Agent", []);
    this.other = this.#choice("Beside it", [h("option", { value: "" }, "nobody")]);
    this.on = field("Grid", { value: "intermediate", size: 12 });
    this.on.input.setAttribute("list", "watch-grids");
    this.first = select("First click", FIRST_CLICKS, "zero");
    this.game = select("Mines", GAMES, "normal");
    this.seed = field("Seed", { className: "seed", inputMode: "numeric" });
    this.speed = select("Turns a second", SPEEDS.map(String), "2", () => this.#run(Boolean(this.#timer)));
    this.runButton = button("▶ Run", () => this.#run(!this.#timer), { className: "main" });
    this.scrubber = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": "Turn", oninput: () => this.#goTo(Number(this.scrubber.value)) });
    this.message = h("p", { className: "message", role: "note" });
    this.summary = h("p", { className: "faint" });
    this.boards = h("div", { className: "pair" });
    const grids = h("datalist", { id: "watch-grids" }, ["beginner", "intermediate", "expert", "10x10x30"].map((value) => h("option", { value })));
    const more = h("details", {}, h("summary", {}, "Grid, rules and seed"), h("div", { className: "row" }, this.on.label, grids, this.first.label, this.game.label, this.seed.label, h("button", { type: "submit" }, "Begin")));
    const turns = h(
      "div",
      { className: "row middle turns", role: "group", "aria-label": "Turns" },
      button("◀ Back", () => this.#step(-1)),
      this.runButton,
      button("Next ▶", () => this.#step(1)),
      this.scrubber,
      button("End", () => this.#goTo(Infinity)),
      this.speed.label,
    );
    const form = h(
      "form",
      { className: "stack tight choices", onsubmit: (event) => this.#submit(event) },
      this.agent.label,
      this.other.label,
      h("div", { className: "row" }, button("Another board", () => this.#another())),
      more,
    );
    return h(
      "div",
      { className: "play" },
      h("section", { className: "game watched", "aria-label": "Games" }, h("h1", { className: "unseen" }, "Watch an agent"), this.boards, turns, this.message),
      h("div", { className: "side" }, h("section", { className: "card", "aria-label": "Watch" }, form, this.summary, this.#tellLeftOut())),
    );
  }

  /** A list of agents by document. */
  #choice(label, before) {
    const option = (agent) => h("option", { value: agent.id, disabled: this.#leftOut.includes(agent) }, `${nameOf(agent)}${this.#leftOut.includes(agent) ? " (not here)" : ""}`);
    const groups = byDocument(this.#all).map(([document, agents]) => h("optgroup", { label: document }, agents.map(option)));
    const input = h("select", { onchange: () => this.#begin() }, before, groups);
    return { input, label: h("label", {}, label, input) };
  }

  /** The agents that cannot play here, by the reason. */
  #tellLeftOut() {
    const reasons = new Map();
    for (const agent of this.#leftOut) reasons.set(agent.why_not, [...(reasons.get(agent.why_not) ?? []), agent]);
    const items = [...reasons].map(([why, agents]) => h("li", {}, `${agents.map(({ id }) => id).join(", ")}: ${why}`));
    return h("details", { hidden: items.length === 0 }, h("summary", {}, "Agents that cannot play here"), h("ul", { className: "faint" }, items));
  }

  #key(event) {
    if (!this.#isShown || event.target.closest?.("input:not([type=range]), select, textarea, dialog")) return;
    const actions = { ".": () => this.#step(1), ",": () => this.#step(-1), p: () => this.#run(!this.#timer) };
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  async open(parameters) {
    this.#isShown = true;
    const isSame = this.#playing.length > 0 && [...parameters.keys()].length === 0;
    if (isSame) return this.#writeAddress();
    const problem = this.#read(parameters);
    if (problem) {
      this.#playing = [];
      this.boards.replaceChildren();
      return this.#tell(problem, true);
    }
    return this.#begin();
  }

  /** Takes what an address says; returns what is wrong with it. */
  #read(parameters) {
    for (const [name, input, usual] of [["agent", this.agent.input, "exact"], ["beside", this.other.input, ""]]) {
      const id = parameters.get(name) ?? usual;
      const left = this.#leftOut.find((agent) => agent.id === id);
      if (left) return `${id} cannot play here: ${left.why_not}.`;
      if (id !== "" && !this.#find(id)) return `Unknown agent '${id.slice(0, 40)}': the list has all that can play here.`;
      input.value = id;
    }
    if (parameters.has("on")) this.on.input.value = parameters.get("on");
    if (parameters.has("first")) this.first.input.value = parameters.get("first");
    this.game.input.value = parameters.get("game") === "score" ? "score" : "normal";
    this.seed.input.value = parameters.get("seed") ?? String(freshSeed());
    return "";
  }

  leave() {
    this.#isShown = false;
    this.#run(false);
    this.#engine.thinking.stop();
  }

  #submit(event) {
    event.preventDefault();
    this.#begin();
  }

  #another() {
    this.seed.input.value = String(freshSeed());
    return this.#begin();
  }

  async #begin() {
    const number = (this.#begun += 1);
    this.#run(false);
    try {
      const rules = { ...readRules(this.on.input.value, this.first.input.value), game: this.game.input.value };
      const seed = readSeed(this.seed.input.value);
      const ids = [this.agent.input.value, this.other.input.value].filter(Boolean);
      const seats = this.#seats.slice(0, ids.length);
      this.boards.replaceChildren(...seats.map((seat) => seat.element));
      this.summary.textContent = ids.map((id) => `${id} (${this.#find(id).source}): ${this.#find(id).summary}`).join(" ");
      for (const [i, id] of ids.entries()) {
        // The mines follow from the first cell: the second agent begins where the first did.
        const first = i > 0 ? seats[0].firstCell : null;
        await seats[i].begin(this.#find(id), rules, seed, first);
        if (number !== this.#begun) return;
      }
      this.#playing = seats;
      this.#showTurn();
      this.#tell(ids.length > 1 ? "Both begin at the same cell, so that the mines are the same." : "");
      this.address = [ids, rules, seed];
      this.#writeAddress();
      await this.#fetchAll(number);
    } catch (error) {
      if (error.kind !== "stopped" && number === this.#begun) this.#tell(`${error.message}.`, true);
    }
  }

  #writeAddress() {
    const [ids, rules, seed] = this.address;
    const parts = [`agent=${ids[0]}`, ids[1] && `beside=${ids[1]}`, `on=${nameRules(rules)}`, `first=${rules.firstClick}`, rules.game !== "normal" && `game=${rules.game}`, `seed=${seed}`];
    this.#go("watch", parts.filter(Boolean).join("&"));
  }

  /** The scrubber knows how long the games are as they come in. */
  async #fetchAll(number) {
    while (number === this.#begun && this.#isShown && this.#playing.some((seat) => !seat.isWhole)) {
      for (const seat of this.#playing) await seat.more();
      this.#showTurn();
    }
  }

  #find(id) {
    return this.#agents.find((agent) => agent.id === id);
  }

  get #at() {
    return Math.max(0, ...this.#playing.map((seat) => seat.at));
  }

  #step(by) {
    return this.#goTo(this.#at + by);
  }

  async #goTo(turn) {
    if (this.#stepping || this.#playing.length === 0) return;
    this.#stepping = true;
    try {
      for (const seat of this.#playing) await seat.goTo(turn === Infinity ? 1e6 : turn);
      this.#showTurn();
      announce(this.#playing.map((seat) => seat.story.textContent).join(" "));
      if (this.#playing.every((seat) => seat.isOver)) this.#finish();
      else this.#tell("");
    } catch (error) {
      this.#run(false);
      if (error.kind !== "stopped") this.#tell(`${error.message}.`, true);
    } finally {
      this.#stepping = false;
    }
  }

  #showTurn() {
    this.scrubber.max = String(Math.max(1, ...this.#playing.map((seat) => seat.length)));
    this.scrubber.value = String(this.#at);
    this.scrubber.setAttribute("aria-valuetext", `turn ${this.#at} of ${this.scrubber.max}`);
  }

  #finish() {
    this.#run(false);
    const ends = this.#playing.map((seat) => `${seat.agent.id}: ${seat.rules.game === "score" ? "done" : seat.outcome} after ${seat.at} turns`);
    this.#tell(ends.join("; "));
  }

  #run(isOn) {
    clearInterval(this.#timer);
    if (isOn && this.#playing.every((seat) => seat.isOver)) for (const seat of this.#playing) seat.goTo(0);
    this.#timer = isOn ? setInterval(() => this.#step(1), 1000 / Number(this.speed.input.value)) : 0;
    this.runButton.textContent = isOn ? "Pause" : "▶ Run";
  }

  #tell(text, isProblem = false) {
    this.message.textContent = text;
    this.message.className = isProblem ? "message problem" : "message";
    if (text) announce(text);
  }
}
