// Train: positions that need exactly a chosen technique, one after another.

import { h, announce, button, count, isTouch, percent, roomUnder } from "./dom.js";
import { COVERED, FLAGGED, cellName, formatPosition } from "./codes.js";
import { GridView } from "./grid.js";
import { listenEverywhere } from "./input.js";
import { plainLook, withOutline } from "./looks.js";
import { freshSeed, readRules, sizeOf } from "./links.js";
import { outlineMap } from "./outlines.js";
import { pointFrom, withNames } from "./sentence.js";
import { preciseTime } from "./status.js";
import { WhyPanel } from "./why.js";

const GRIDS = { small: "9x9x12", large: "16x16x40" };
const NEW = { solved: 0, tries: 0, streak: 0, best: 0, time: 0 };

export class TrainPage {
  #engine;
  #go;
  #shelf;
  #settings;
  #technique = null;
  #exercise = null; // { position, cells, safe, reason, began, isClean, isDone, step }
  #outlines = null;
  #isShown = false;
  #asked = 0;

  constructor(engine, go, { shelf, settings }) {
    this.#engine = engine;
    this.#go = go;
    this.#shelf = shelf;
    this.#settings = settings;
    this.board = h("div");
    this.view = new GridView(this.board, {
      label: "Position to train on",
      onAct: (action, cell) => this.#act(action, cell),
      keys: () => settings.actions,
      longPress: () => settings.get("longPress"),
      below: () => roomUnder(this.bar),
    });
    listenEverywhere(this.board, this.view, this.view.input, () => this.#isShown);
    this.why = new WhyPanel((outlines) => {
      this.#outlines = outlines;
      this.#paint();
    });
    this.element = this.#build();
    pointFrom(this.element, this.view);
  }

  #build() {
    this.chips = h("div", { className: "chips", role: "group", "aria-label": "Technique" });
    this.message = h("p", { className: "message", role: "note" });
    this.next = button("Next position", () => this.#begin(), { className: "main" });
    this.whole = button("Play a whole board", () => this.#playBoard(), { title: "A board without a guess that needs this technique and none harder" });
    this.step = button("Show me the next step", () => this.#showStep());
    this.bar = h("div", { className: "bar", role: "toolbar", "aria-label": "Training" }, this.step, this.next);
    this.scores = h("div");
    return h(
      "div",
      { className: "play" },
      h("section", { className: "game", "aria-label": "Training" }, h("h1", { className: "unseen" }, "Train"), this.chips, this.message, this.board, this.bar),
      h(
        "div",
        { className: "side" },
        this.why.element,
        h(
          "section",
          { className: "card", "aria-label": "Scores" },
          h("h2", {}, "Your techniques"),
          this.scores,
          h("div", { className: "row" }, this.whole, button("Analyse it", () => this.#analyse()), button("Forget scores", () => this.#forget())),
        ),
      ),
    );
  }

  async open(parameters) {
    this.#isShown = true;
    if (!this.#exercise) this.#showBlank();
    const names = await this.#engine.games.ask("techniques");
    if (this.chips.childElementCount === 0) {
      this.chips.append(...names.map((name) => button(name, () => this.#choose(name), { "data-technique": name })));
    }
    const wanted = parameters.get("technique") ?? this.#technique ?? names[0];
    if (!names.includes(wanted)) throw new Error(`unknown technique '${wanted.slice(0, 40)}'; there are ${names.join(", ")}`);
    if (wanted === this.#technique && this.#exercise) this.#go("train", `technique=${encodeURIComponent(wanted)}`);
    else await this.#choose(wanted);
  }

  /** The covered grid at once, while the engine still loads. */
  #showBlank() {
    const { columns, rows } = this.#rules;
    this.message.textContent = "Looking for a position where nothing easier than the chosen technique proves a safe cell …";
    this.view.resize(columns, rows);
    this.view.paint((cell) => plainLook(COVERED, cell, columns));
  }

  leave() {
    this.#isShown = false;
    this.#engine.thinking.stop();
  }

  #choose(technique) {
    this.#technique = technique;
    this.#go("train", `technique=${encodeURIComponent(technique)}`);
    for (const chip of this.chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.technique === technique));
    return this.#begin();
  }

  get #rules() {
    return readRules(innerWidth < 700 ? GRIDS.small : GRIDS.large, "zero");
  }

  /** A game on a board that needs exactly this technique, opened where that holds. */
  async #playBoard() {
    this.#tell("Looking for a board …");
    try {
      const rules = this.#rules;
      const found = await this.#engine.thinking.ask("findWholeBoard", this.#technique, rules, freshSeed());
      if (!found) throw new Error("no such board was found; try again");
      location.hash = `#play?on=${sizeOf(rules)}&first=zero&seed=${found.seed}&moves=${cellName(found.first, rules.columns)}`;
    } catch (error) {
      if (error.kind !== "stopped") this.#tell(`${error.message}.`, true);
    }
  }

  // A position

  async #begin() {
    const number = (this.#asked += 1);
    if (this.#engine.thinking.isBusy) this.#engine.thinking.stop();
    this.#tell("Looking for a position …");
    this.why.hide();
    try {
      const rules = this.#rules;
      const ask = (...question) => this.#engine.thinking.ask(...question);
      const found = await ask("findExercise", this.#technique, rules, freshSeed() >> 1n);
      if (!found) throw new Error("no position was found; try again");
      const { position } = found;
      const [analysis, hint] = [await ask("analyse", position, {}), await ask("hint", position, found.first)];
      if (number !== this.#asked) return;
      this.#exercise = { position, cells: position.cells.slice(), risk: analysis.risk, reason: hint.reason, began: performance.now(), isClean: true, isDone: false, step: 0 };
      this.view.resize(position.columns, position.rows);
      this.step.disabled = false;
      this.#paint();
      this.#showScores();
      this.#tell(`Open a cell that is proven safe, by “${this.#technique}”: nothing easier proves one.`);
    } catch (error) {
      if (error.kind !== "stopped") this.#tell(`${error.message}.`, true);
    }
  }

  #act(action, cell) {
    if (action === "new") return this.#begin();
    if (action === "hint") return this.#showStep();
    const exercise = this.#exercise;
    if (!exercise || exercise.isDone || !["reveal", "flag"].includes(action)) return undefined;
    const code = exercise.cells[cell];
    if (code !== COVERED && code !== FLAGGED) return undefined;
    if (action === "flag") {
      exercise.cells[cell] = code === FLAGGED ? COVERED : FLAGGED;
      return this.#paint();
    }
    return code === FLAGGED ? undefined : this.#answer(cell);
  }

  async #answer(cell) {
    const exercise = this.#exercise;
    const { columns } = exercise.position;
    const risk = exercise.risk[cell];
    if (risk > 0) {
      if (exercise.isClean) this.#score({ streak: 0, tries: 1 });
      exercise.isClean = false;
      const what = risk === 1 ? "is a mine" : `is not proven: its risk is ${percent(risk)}`;
      this.#tell(`${cellName(cell, columns)} ${what}. Look again.`, true);
      return;
    }
    exercise.isDone = true;
    this.step.disabled = true;
    const time = performance.now() - exercise.began;
    if (exercise.isClean) this.#score({ solved: 1, tries: 1, time });
    const reason = await this.#engine.thinking.ask("why", exercise.position, cell);
    if (reason) this.why.show(reason, columns, "Right");
    this.#tell(`Right, in ${preciseTime(time)} s. ${isTouch() ? "Next position" : "n"} goes on.`);
    this.next.focus({ preventScroll: true });
  }

  /** The clues first, then the proof step by step, then the whole sentence. */
  #showStep() {
    const exercise = this.#exercise;
    if (!exercise || exercise.isDone) return;
    if (exercise.isClean) this.#score({ streak: 0, tries: 1 });
    exercise.isClean = false;
    const { reason, position } = exercise;
    const { chain } = reason;
    const step = exercise.step;
    exercise.step += 1;
    if (step === 0) {
      this.#outlines = { clues: reason.clues, cells: [], areMines: false };
      this.#tell(`Look at ${reason.clues.map((clue) => cellName(clue, position.columns)).join(", ")}.`);
      this.#paint();
    } else if (step <= chain.length) {
      this.#outlines = chain[step - 1];
      this.#tell(`Step ${step}: ${chain[step - 1].text}.`);
      this.#paint();
    } else {
      this.why.show(reason, position.columns, "The whole proof");
      this.#tell(`Open ${cellName(reason.cell, position.columns)}.`);
    }
  }

  // Scores

  #scoresKept() {
    return this.#shelf.get("training") ?? {};
  }

  #score({ solved = 0, tries = 0, time = 0, streak = null }) {
    const all = this.#scoresKept();
    const one = { ...NEW, ...all[this.#technique] };
    one.solved += solved;
    one.tries += tries;
    one.time += time;
    one.streak = streak ?? one.streak + solved;
    one.best = Math.max(one.best, one.streak);
    this.#shelf.set("training", { ...all, [this.#technique]: one });
    this.#showScores();
  }

  #showScores() {
    const all = Object.entries(this.#scoresKept());
    const rows = all.map(([name, { solved, tries, streak, best, time }]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", {}, `${solved} of ${count(tries, "try", "tries")}`),
        h("td", {}, `${streak}, best ${best}`),
        h("td", {}, solved ? `${preciseTime(time / solved)} s` : "–"),
      ),
    );
    const heads = ["Technique", "Solved", "Streak", "Mean time"].map((text) => h("th", { scope: "col" }, text));
    const table = h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
    this.scores.replaceChildren(rows.length ? table : h("p", { className: "faint" }, "Solved at the first try and without a shown step: that counts."));
  }

  #forget() {
    this.#shelf.remove("training");
    this.#showScores();
  }

  // Painting

  #paint() {
    if (!this.#exercise) return;
    const { cells, position } = this.#exercise;
    const outlines = outlineMap(this.#outlines);
    this.view.paint((cell) => {
      const look = plainLook(cells[cell], cell, position.columns);
      const outline = outlines.get(cell);
      return outline ? withOutline(look, ...outline) : look;
    });
  }

  #analyse() {
    if (this.#exercise) location.hash = `#analyse?p=${encodeURIComponent(formatPosition(this.#exercise.position))}`;
  }

  #tell(text, isProblem = false) {
    this.message.replaceChildren(...withNames(text));
    this.message.className = isProblem ? "message problem" : "message";
    announce(text);
  }
}
