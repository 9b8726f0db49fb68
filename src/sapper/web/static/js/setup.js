// Which game is begun: difficulties that start at once, and the rest under "More".

import { h, button, check, field, select } from "./dom.js";
import { FIRST_CLICKS } from "./codes.js";
import { freshSeed, nameRules, readRules, readSeed, sizeOf } from "./links.js";

const CHIPS = [
  ["beginner", "Beginner"],
  ["intermediate", "Intermediate"],
  ["expert", "Expert"],
];
const FIRST_WORDS = { any: "any cell, may be a mine", safe: "safe", zero: "opens an area" };
const GUESSINGS = [
  ["uniform", "as the mines lie"],
  ["fair", "fair: forced is safe, needless a mine"],
  ["kind", "kind: forced is safe"],
];
const GAMES = [
  ["normal", "a mine ends it"],
  ["score", "a mine costs a point"],
];

export class Setup {
  #settings;
  #onStart;

  /** `onStart` gets { rules, seed, needsNoGuess }; it may throw what is wrong with them. */
  constructor(settings, onStart) {
    this.#settings = settings;
    this.#onStart = onStart;
    this.chips = h("div", { className: "chips", role: "group", "aria-label": "Difficulty" }, CHIPS.map((chip) => this.#chip(...chip)));
    this.custom = field("Columns x rows x mines", { value: "20x20x70", size: 12, autocomplete: "off" });
    this.first = select("First click", FIRST_CLICKS.map((rule) => [rule, FIRST_WORDS[rule]]), settings.get("first"), (first) => settings.set({ first }));
    this.game = select("Mines", GAMES, settings.get("game"), (game) => settings.set({ game }));
    this.guessing = select("Guesses", GUESSINGS, settings.get("guessing"), (guessing) => settings.set({ guessing }));
    this.seed = field("Seed", { className: "seed", inputMode: "numeric", autocomplete: "off" });
    this.noGuess = check("no guess needed", settings.get("noGuess"), (noGuess) => settings.set({ noGuess }));
    this.choices = h("div", { className: "row" }, this.first.label, this.game.label, this.guessing.label);
    this.problem = h("p", { className: "problem", role: "alert" });
    this.element = h(
      "details",
      { className: "card", "aria-label": "New game" },
      h("summary", {}, "More: own size, seed, rules"),
      h(
        "form",
        { className: "stack tight", onsubmit: (event) => this.#submit(event) },
        h("div", { className: "row" }, this.custom.label, this.seed.label),
        this.choices,
        h("div", { className: "row middle" }, this.noGuess.label, h("button", { type: "submit", className: "main" }, "Start")),
        this.problem,
      ),
    );
  }

  #chip(name, text) {
    return button(text, () => this.start(name), { "data-on": name, "aria-pressed": "false" });
  }

  /** Begins a game of a size by the rules chosen here. */
  start(on, seed = freshSeed()) {
    const first = this.#settings.get("first");
    const rules = { ...readRules(on, first), game: this.#settings.get("game"), guessing: this.#settings.get("guessing") };
    return this.#onStart({ rules, seed, needsNoGuess: this.#settings.get("noGuess") });
  }

  async #submit(event) {
    event.preventDefault();
    this.problem.textContent = "";
    try {
      const typed = this.seed.input.value.trim();
      const isSame = typed === this.#shownSeed;
      await this.start(this.custom.input.value.trim(), typed === "" || isSame ? freshSeed() : readSeed(typed));
    } catch (error) {
      this.problem.textContent = `${error.message}.`;
    }
  }

  #shownSeed = "";

  /** Shows which game is played. */
  show({ rules, seed }) {
    const name = nameRules(rules);
    for (const chip of this.chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.on === name));
    this.custom.input.value = sizeOf(rules);
    this.#shownSeed = this.seed.input.value = String(seed);
    this.problem.textContent = "";
    this.first.input.value = this.#settings.get("first");
    this.game.input.value = this.#settings.get("game");
    this.guessing.input.value = this.#settings.get("guessing");
    this.noGuess.input.checked = this.#settings.get("noGuess");
  }
}
