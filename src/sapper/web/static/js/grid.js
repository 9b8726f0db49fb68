// A grid on the page: painted by looks, driven by keyboard, mouse and touch.
//
// A look says what a cell shows: { kind, text, tint, outline, note, dead, label }. Up to
// MOST_DOM_CELLS cells are elements; larger grids are a canvas, with elements only around
// the focus, so that screen readers and keys work the same on any size. Rows and columns
// are numbered around it, as the names of cells count them.

import { h } from "./dom.js";
import { CanvasPainter } from "./canvas_grid.js";
import { DomPainter } from "./dom_grid.js";
import { neighbours } from "./codes.js";
import { listenToGrid } from "./input.js";

const MOST_DOM_CELLS = 2500;
const SMALLEST_CELL = 14;
const LARGEST_CELL = 64;
const LEAST_HEIGHT = 220;

export class GridView {
  #host;
  #label;
  #below;
  #isWatched;
  #painter = null;
  #looks = [];
  #cellSize = 0;
  #isZoomed = false;
  #room = "";
  columns = 0;
  rows = 0;
  focused = 0;

  /** `onAct(action, cell)` gets reveal, flag, chord, keys …; `keys` says what further keys do and
      `below` how much of the window's height is to be left free under the grid; see input.js.
      Nothing is pressed in a grid that `isWatched`: its cells may be smaller. */
  constructor(host, { label, onAct, keys = () => ({}), longPress, drags, below = () => 16, isWatched = false }) {
    this.#host = host;
    this.#label = label;
    this.#below = below;
    this.#isWatched = isWatched;
    host.classList.add("board");
    this.input = listenToGrid(host, this, { onAct, keys, longPress, drags });
    new ResizeObserver(() => this.#refit()).observe(host);
    addEventListener("resize", () => this.#refit());
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
    this.#painter = new Painter(columns, rows, this.#label, this.#host);
    this.ring = h("div", { className: "ring", hidden: true });
    this.#painter.element.append(this.ring);
    const numbers = (count) => Array.from({ length: count }, (_, i) => h("span", { className: (i + 1) % 5 ? "" : "five" }, String(i + 1)));
    this.frame = h(
      "div",
      { className: "frame" },
      h("div", { className: "numbers along", "aria-hidden": "true" }, numbers(columns)),
      h("div", { className: "numbers down", "aria-hidden": "true" }, numbers(rows)),
      this.#painter.element,
    );
    this.#host.replaceChildren(this.frame);
    this.#isZoomed = false;
    this.fit();
  }

  #refit() {
    if (!this.#painter || !this.#host.isConnected) return;
    const room = `${this.#host.clientWidth} ${innerHeight}`;
    if (room !== this.#room) this.fit();
  }

  /** Cells as large as the window allows in both directions; touch screens scroll rather than shrink. */
  fit() {
    this.#room = `${this.#host.clientWidth} ${innerHeight}`;
    const top = this.#host.getBoundingClientRect().top + scrollY;
    const height = Math.max(LEAST_HEIGHT, innerHeight - top - this.#below());
    this.#host.style.setProperty("--most-height", `${Math.floor(height)}px`);
    if (this.#isZoomed) return this.#draw();
    const gutter = 30;
    const across = ((this.#host.clientWidth || 360) - gutter) / this.columns;
    const down = (height - gutter) / this.rows;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const isSmall = this.#isWatched || this.columns * this.rows > MOST_DOM_CELLS;
    const least = isSmall ? SMALLEST_CELL : isTouch ? 30 : 20;
    const wanted = Math.min(across, down);
    this.#setSize(wanted >= least ? wanted : Math.max(least, Math.min(44, Math.max(across, down))));
    return undefined;
  }

  #setSize(size) {
    this.#cellSize = Math.floor(Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, size)));
    this.#draw();
  }

  #draw() {
    this.frame.style.setProperty("--cell", `${this.#cellSize}px`);
    this.frame.classList.toggle("sparse", this.#cellSize < 22);
    this.#painter.zoom(this.#cellSize);
    this.#painter.setFocus(this.focused, this.#looks, false);
  }

  /** Larger or smaller cells; the place of the grid under a point of the window stays there. */
  zoom(size, x = null, y = null) {
    const host = this.#host.getBoundingClientRect();
    const [atX, atY] = [x ?? host.left + host.width / 2, y ?? host.top + host.height / 2];
    const before = this.element.getBoundingClientRect();
    const [column, row] = [(atX - before.left) / this.#cellSize, (atY - before.top) / this.#cellSize];
    this.#isZoomed = true;
    this.#setSize(size);
    const after = this.element.getBoundingClientRect();
    this.#host.scrollLeft += after.left + column * this.#cellSize - atX;
    this.#host.scrollTop += after.top + row * this.#cellSize - atY;
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

  /** Lets cells that have just changed appear one after another, from a cell on. */
  ripple(from, cells) {
    const [row, column] = [Math.floor(from / this.columns), from % this.columns];
    const far = (cell) => Math.hypot(Math.floor(cell / this.columns) - row, (cell % this.columns) - column);
    this.#painter.ripple?.(cells.map((cell) => [cell, far(cell)]));
  }

  /** Covered neighbours of a cell look pressed while the button is held on it. */
  press(cell) {
    const isPressed = (n) => ["covered", "question"].includes(this.#looks[n]?.kind);
    const around = cell === null ? [] : [cell, ...neighbours(cell, this.columns, this.rows)];
    const clue = cell !== null && this.#looks[cell]?.kind.startsWith("clue");
    this.#painter.press?.((clue ? around : around.slice(0, 1)).filter(isPressed));
  }

  /** A ring around the cell that something else on the page points at; null takes it away. */
  point(cell) {
    this.ring.hidden = cell === null || cell >= this.columns * this.rows;
    if (this.ring.hidden) return;
    this.ring.style.setProperty("--row", Math.floor(cell / this.columns));
    this.ring.style.setProperty("--column", cell % this.columns);
  }

  focus(cell, grab = true) {
    this.focused = cell;
    this.#painter.setFocus(cell, this.#looks, grab);
  }

  /** Brings a cell into view, above what covers the window from `lowest` on, without giving it the
      focus of the keyboard. */
  reach(cell, lowest = innerHeight) {
    const host = this.#host.getBoundingClientRect();
    const grid = this.element.getBoundingClientRect();
    const left = grid.left + (cell % this.columns) * this.#cellSize - host.left;
    const top = grid.top + Math.floor(cell / this.columns) * this.#cellSize - host.top;
    const margin = 2 * this.#cellSize;
    const shift = (at, length) => (at < margin ? at - margin : at > length - margin ? at - length + margin : 0);
    this.#host.scrollBy(shift(left, host.width), shift(top, host.height));
    const at = this.element.getBoundingClientRect().top + Math.floor(cell / this.columns) * this.#cellSize;
    scrollBy(0, at < 0 ? at - this.#cellSize : Math.max(0, at + 1.5 * this.#cellSize - lowest));
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
