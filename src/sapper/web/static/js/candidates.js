// The candidates of a position, compared: risk, progress, chance to win.

import { h, percent } from "./dom.js";
import { cellName } from "./codes.js";

const NUMBERS = new Set(["Risk", "Progress", "To win"]);

export class CandidatesTable {
  #onAsk;

  constructor(onAsk) {
    this.#onAsk = onAsk;
    this.element = h("div", { className: "wide" });
  }

  clear() {
    this.element.replaceChildren();
  }

  show({ candidates }, columns) {
    if (candidates.length === 0) return;
    const hasValue = candidates.some((candidate) => candidate.value !== undefined);
    const heads = ["Cell", "Risk", "Progress", ...(hasValue ? ["To win"] : []), "Note"];
    const head = (text) => h("th", { scope: "col", className: NUMBERS.has(text) ? "number" : "" }, text);
    this.element.replaceChildren(
      h("h3", {}, "Candidates"),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map(head))),
        h("tbody", {}, candidates.map((candidate) => this.#row(candidate, columns, hasValue))),
      ),
      h("p", { className: "faint" }, "Progress: the chance that the reveal is survived and proves another cell safe."),
      ...(hasValue ? [h("p", { className: "faint" }, "To win: the exact chance to win after the reveal, by best play from there on.")] : []),
    );
  }

  #row({ cell, risk, progress, value, isDead, isSea }, columns, hasValue) {
    const name = cellName(cell, columns);
    const number = (text) => h("td", { className: "number" }, text);
    return h(
      "tr",
      { "data-name": name },
      h("td", {}, h("button", { type: "button", "data-name": name, onclick: () => this.#onAsk(cell) }, name)),
      number(percent(risk)),
      number(percent(progress)),
      ...(hasValue ? [number(value === undefined ? "" : percent(value))] : []),
      h("td", {}, isDead ? "dead" : isSea ? "sea" : ""),
    );
  }
}
