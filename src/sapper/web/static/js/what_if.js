// What if: things assumed of covered cells, one on top of the other, taken back one by one.

import { h, announce, button, percent } from "./dom.js";
import { cellName } from "./codes.js";

// What the core calls a cell that is assumed safe, or a mine; clues are themselves.
export const SAFE = 9;
export const MINE = 10;

const wordOf = (what) => (what === SAFE ? "safe" : what === MINE ? "a mine" : `a ${what}`);

export class WhatIfPanel {
  #onChange;
  #assumed = [];
  #columns = 1;

  constructor(onChange) {
    this.#onChange = onChange;
    this.list = h("ol", { className: "assumed", "aria-label": "Assumed" });
    this.offers = h("div", { className: "row" });
    this.title = h("p", {});
    this.message = h("p", { className: "problem", role: "note" });
    this.element = h(
      "section",
      { className: "card", "aria-label": "What if", hidden: true },
      h("h2", {}, "What if"),
      this.list,
      this.message,
      this.title,
      this.offers,
    );
  }

  /** The assumptions, as {cell, what}. */
  get assumed() {
    return this.#assumed;
  }

  clear() {
    this.#assumed = [];
    this.message.textContent = "";
    this.list.replaceChildren();
    this.offers.replaceChildren();
    this.element.hidden = true;
  }

  /** Offers what a cell might be; chances are of each clue, the rest is the risk. */
  offer(cell, columns, { risk, clues }) {
    this.#columns = columns;
    const name = cellName(cell, columns);
    const choice = (what, text, chance) =>
      button(`${text} · ${percent(chance)}`, () => this.#assume(cell, what), {
        "aria-label": `${text} · ${percent(chance)}: what if ${name} were ${wordOf(what)}`,
      });
    const possible = [...clues.keys()].filter((clue) => clues[clue] > 0);
    this.title.textContent = `${name} might be`;
    this.offers.replaceChildren(
      ...(risk > 0 && risk < 1 ? [choice(SAFE, "safe", 1 - risk), choice(MINE, "✹", risk)] : []),
      ...possible.map((clue) => choice(clue, String(clue), clues[clue])),
    );
    this.element.hidden = false;
  }

  #assume(cell, what) {
    this.#assumed = [...this.#assumed.filter((one) => one.cell !== cell), { cell, what }];
    this.#change(`assumed: ${cellName(cell, this.#columns)} is ${wordOf(what)}`);
  }

  /** Takes back an assumption, the last if none is named. */
  takeBack(index = this.#assumed.length - 1) {
    if (index < 0) return;
    const { cell } = this.#assumed[index];
    this.#assumed = this.#assumed.filter((_, i) => i !== index);
    this.#change(`taken back: ${cellName(cell, this.#columns)}`);
  }

  /** The last assumption cannot be: it is taken back, and the panel says so. */
  refuse(index) {
    const { cell, what } = this.#assumed[index];
    const text = `${cellName(cell, this.#columns)} cannot be ${wordOf(what)} then.`;
    this.takeBack(index);
    this.message.textContent = text;
    this.element.hidden = false;
    announce(text);
  }

  #change(text) {
    this.message.textContent = "";
    this.offers.replaceChildren();
    this.title.textContent = "";
    this.#write([]);
    announce(text);
    this.#onChange();
  }

  /** Lists the assumptions, with the chance of each given those before it. */
  #write(chances) {
    this.list.replaceChildren(
      ...this.#assumed.map(({ cell, what }, i) => {
        const name = cellName(cell, this.#columns);
        const chance = chances[i] === undefined ? "" : `, chance ${percent(chances[i])} `;
        return h(
          "li",
          {},
          `${name} is ${wordOf(what)}${chance} `,
          button("take back", () => this.takeBack(i), { "aria-label": `take back ${name}` }),
        );
      }),
    );
    this.element.hidden = this.#assumed.length === 0;
  }

  show(chances) {
    if (this.#assumed.length) this.#write(chances);
  }
}
