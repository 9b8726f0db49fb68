// The elements of cells: all of a small grid, the few around the focus of a large one.

import { h } from "./dom.js";

const AROUND_FOCUS = 4;

/** The element of a cell, undressed. */
export function makeCell(cell, columns) {
  return h("div", {
    role: "gridcell",
    tabIndex: -1,
    className: "cell covered",
    "aria-colindex": (cell % columns) + 1,
    "data-cell": cell,
  });
}

/** The few cells around the focus as elements, for grids on canvas. */
export class FocusWindow {
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.element = h("div", { className: "over", role: "rowgroup" });
  }

  show(cell, looks, size, grab) {
    const row = Math.floor(cell / this.columns);
    const column = cell % this.columns;
    const top = Math.max(0, row - AROUND_FOCUS);
    const left = Math.max(0, column - AROUND_FOCUS);
    const bottom = Math.min(this.rows - 1, row + AROUND_FOCUS);
    const right = Math.min(this.columns - 1, column + AROUND_FOCUS);
    const hadFocus = this.element.contains(document.activeElement);
    const made = [];
    let focused = null;
    for (let r = top; r <= bottom; r += 1) {
      const line = h("div", { role: "row", "aria-rowindex": r + 1 });
      for (let c = left; c <= right; c += 1) {
        const at = r * this.columns + c;
        const element = makeCell(at, this.columns);
        element.setAttribute("aria-label", looks[at]?.label ?? "");
        if (at === cell) focused = element;
        line.append(element);
      }
      made.push(line);
    }
    focused.tabIndex = 0;
    this.element.style.left = `${left * size}px`;
    this.element.style.top = `${top * size}px`;
    this.element.replaceChildren(...made);
    if (grab || hadFocus) focused.focus({ preventScroll: false });
  }
}
