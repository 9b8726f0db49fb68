// Text that names cells: pointing at a name lights the cell on the grid.

import { h } from "./dom.js";

const NAME = /\br(\d{1,5})c(\d{1,5})\b/g;

/** The text as nodes, the cells' names marked. */
export function withNames(text) {
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(NAME)) {
    nodes.push(text.slice(at, match.index), h("span", { className: "name", "data-name": match[0] }, match[0]));
    at = match.index + match[0].length;
  }
  return [...nodes, text.slice(at)];
}

/** Names (and whatever has a `data-name`) under an element point at cells of a grid. */
export function pointFrom(element, view) {
  const show = ({ target }) => {
    const name = target.closest?.("[data-name]")?.dataset.name;
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(name ?? "") ?? [];
    const isOn = row <= view.rows && column <= view.columns;
    if (view.ring) view.point(isOn ? (row - 1) * view.columns + (column - 1) : null);
  };
  element.addEventListener("pointerover", show);
  element.addEventListener("pointerleave", () => view.ring && view.point(null));
  element.addEventListener("focusin", show);
  element.addEventListener("focusout", () => view.ring && view.point(null));
}
