// A grid on the page: painted by looks, driven by keyboard, mouse and touch.
//
// A look says what a cell shows: { kind, text, tint, outline, note, dead, label }. Up to
// MOST_DOM_CELLS cells are elements; larger grids are a canvas, with elements only around
// the focus, so that screen readers and keys work the same on any size.

import { h } from "./dom.js";
import { cssColour, isDeep } from "./colours.js";
import { CanvasPainter } from "./canvas_grid.js";
import { makeCell } from "./focus_window.js";
import { listenToGrid } from "./input.js";

const MOST_DOM_CELLS = 2500;
const SMALLEST_CELL = 14;
const LARGEST_CELL = 64;

export class GridView {
  #host;
  #label;
  #painter = null;
  #looks = [];
  #cellSize = 0;
  columns = 0;
  rows = 0;
  focused = 0;

  /** `onAct(action, cell)` gets reveal, flag, chord, keys …; see input.js. */
  constructor(host, { label, onAct, keys = {} }) {
    this.#host = host;
    this.#label = label;
    host.classList.add("board");
    listenToGrid(host, this, onAct, keys);
  }

  get size() {
    return this.#cellSize;
  }

  get element() {
    return this.#painter.element;
  }

  resize(columns, rows) {
    if (columns === this.columns && rows === this.rows && this.#painter) return;
    this.columns = columns;
    this.rows = rows;
    this.focused = Math.min(this.focused, columns * rows - 1);
    this.#looks = [];
    const Painter = columns * rows > MOST_DOM_CELLS ? CanvasPainter : DomPainter;
    this.#painter = new Painter(columns, rows, this.#label);
    this.#host.replaceChildren(this.#painter.element);
    this.fit();
  }

  /** Cells as large as fit the width, within reason; touch screens get larger ones. */
  fit() {
    const room = (this.#host.clientWidth || 360) - 14;
    const touch = matchMedia("(pointer: coarse)").matches;
    const least = this.columns * this.rows > MOST_DOM_CELLS ? SMALLEST_CELL : touch ? 34 : 22;
    const most = this.columns * this.rows <= 100 ? 48 : 40;
    this.zoom(Math.max(least, Math.min(most, Math.floor(room / this.columns))));
  }

  zoom(size) {
    this.#cellSize = Math.round(Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, size)));
    this.#painter.element.style.setProperty("--cell", `${this.#cellSize}px`);
    this.#painter.zoom(this.#cellSize);
    this.#painter.setFocus(this.focused, this.#looks, false);
  }

  /** Paints what changed; `look(cell)` says how each cell is to appear. */
  paint(look) {
    const changed = [];
    for (let cell = 0; cell < this.columns * this.rows; cell += 1) {
      const wanted = look(cell);
      const before = this.#looks[cell];
      if (before === undefined || !sameLook(before, wanted)) {
        this.#looks[cell] = wanted;
        changed.push(cell);
      }
    }
    this.#painter.paint(changed, this.#looks);
    this.#painter.setFocus(this.focused, this.#looks, false);
  }

  focus(cell, grab = true) {
    this.focused = cell;
    this.#painter.setFocus(cell, this.#looks, grab);
  }

  /** Moves the focus; keeps it on the grid. */
  step(rows, columns) {
    const row = Math.floor(this.focused / this.columns) + rows;
    const column = (this.focused % this.columns) + columns;
    const r = Math.max(0, Math.min(this.rows - 1, row));
    const c = Math.max(0, Math.min(this.columns - 1, column));
    this.focus(r * this.columns + c);
  }

  /** The cell under a point of the screen, or null. */
  cellAt(x, y) {
    const box = this.#painter.element.getBoundingClientRect();
    const column = Math.floor((x - box.left) / this.#cellSize);
    const row = Math.floor((y - box.top) / this.#cellSize);
    const isOn = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return isOn ? row * this.columns + column : null;
  }

  look(cell) {
    return this.#looks[cell];
  }
}

function sameLook(a, b) {
  return (
    a.kind === b.kind &&
    a.text === b.text &&
    a.outline === b.outline &&
    a.note === b.note &&
    a.dead === b.dead &&
    a.label === b.label &&
    String(a.tint) === String(b.tint)
  );
}

/** Writes a look onto the element of a cell. */
function dress(element, look) {
  const classes = ["cell", look.kind];
  if (look.outline) classes.push(`out-${look.outline}`);
  if (look.note) classes.push("noted");
  if (look.dead) classes.push("dead");
  if (look.tint) classes.push("tinted", ...(isDeep(look.tint) ? ["deep"] : []));
  element.className = classes.join(" ");
  element.style.backgroundColor = look.tint ? cssColour(look.tint) : "";
  element.textContent = look.note || look.text;
  element.setAttribute("aria-label", look.label);
}

class DomPainter {
  #cells = [];
  #focused = 0;

  constructor(columns, rows, label) {
    this.element = h("div", {
      className: "grid",
      role: "grid",
      "aria-label": label,
      "aria-rowcount": rows,
      "aria-colcount": columns,
    });
    for (let r = 0; r < rows; r += 1) {
      const row = h("div", { role: "row", "aria-rowindex": r + 1 });
      for (let c = 0; c < columns; c += 1) {
        const element = makeCell(r * columns + c, columns);
        this.#cells.push(element);
        row.append(element);
      }
      this.element.append(row);
    }
  }

  zoom() {}

  paint(changed, looks) {
    for (const cell of changed) dress(this.#cells[cell], looks[cell]);
  }

  setFocus(cell, looks, grab) {
    this.#cells[this.#focused].tabIndex = -1;
    this.#cells[cell].tabIndex = 0;
    this.#focused = cell;
    if (grab) this.#cells[cell].focus({ preventScroll: false });
  }
}
