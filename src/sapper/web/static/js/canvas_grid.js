// Large grids on a canvas as large as what is seen of them, painted anew as it scrolls.

import { h } from "./dom.js";
import { cssColour, isDeep } from "./colours.js";
import { FocusWindow } from "./focus_window.js";

const OUTLINES = {
  best: "--outline-target",
  clue: "--outline-clue",
  target: "--outline-target",
  mine: "--outline-mine",
  window: "--outline-clue",
};

export class CanvasPainter {
  #canvas = h("canvas", { "aria-hidden": "true" });
  #probe = h("i", { hidden: true });
  #window;
  #host;
  #size = 16;
  #looks = [];
  #colours = new Map();
  #seen = { left: 0, top: 0, width: 0, height: 0 };
  #isAsked = false;

  constructor(columns, rows, label, host) {
    this.columns = columns;
    this.rows = rows;
    this.#host = host;
    this.#window = new FocusWindow(columns, rows);
    this.element = h(
      "div",
      {
        className: "grid",
        role: "grid",
        "aria-label": label,
        "aria-rowcount": rows,
        "aria-colcount": columns,
      },
      this.#canvas,
      this.#probe,
      this.#window.element,
    );
    // A change of colours means painting anew; a canvas that was replaced stops listening.
    const listen = (target, name) => {
      const repaint = () => {
        if (!this.#host.contains(this.element)) target.removeEventListener(name, repaint);
        else this.#repaintSoon();
      };
      target.addEventListener(name, repaint);
    };
    listen(document, "sapper-theme");
    listen(host, "scroll");
    listen(window, "resize");
  }

  zoom(size) {
    this.#size = size;
    this.element.style.width = `${this.columns * size}px`;
    this.element.style.height = `${this.rows * size}px`;
    this.#repaintSoon();
  }

  paint(changed, looks) {
    this.#looks = looks;
    if (changed.length > 200) return this.#repaintSoon();
    const pen = this.#canvas.getContext("2d", { alpha: false });
    for (const cell of changed) this.#draw(pen, cell);
    return undefined;
  }

  setFocus(cell, looks, grab) {
    this.#window.show(cell, looks, this.#size, grab);
  }

  #repaintSoon() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#repaint();
    });
  }

  /** Lays the canvas over the part of the grid that is seen, and paints that. */
  #repaint() {
    const [grid, host] = [this.element.getBoundingClientRect(), this.#host.getBoundingClientRect()];
    const left = Math.max(0, Math.floor(host.left - grid.left));
    const top = Math.max(0, Math.floor(host.top - grid.top));
    const width = Math.ceil(Math.min(grid.width - left, this.#host.clientWidth));
    const height = Math.ceil(Math.min(grid.height - top, this.#host.clientHeight));
    if (width <= 0 || height <= 0) return;
    this.#seen = { left, top, width, height };
    this.#colours.clear();
    const scale = devicePixelRatio || 1;
    Object.assign(this.#canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
    Object.assign(this.#canvas.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    const pen = this.#canvas.getContext("2d", { alpha: false });
    pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    const range = (from, length, most) => [Math.floor(from / this.#size), Math.min(most - 1, Math.floor((from + length) / this.#size))];
    const [firstRow, lastRow] = range(top, height, this.rows);
    const [firstColumn, lastColumn] = range(left, width, this.columns);
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) this.#draw(pen, row * this.columns + column);
    }
  }

  /** What a variable of the style is here, whatever it is written in. */
  #colour(name) {
    if (!this.#colours.has(name)) {
      this.#probe.style.color = `var(${name})`;
      this.#colours.set(name, getComputedStyle(this.#probe).color);
    }
    return this.#colours.get(name);
  }

  #draw(pen, cell) {
    const look = this.#looks[cell];
    if (!look) return;
    const size = this.#size;
    const x = (cell % this.columns) * size;
    const y = Math.floor(cell / this.columns) * size;
    const { left, top, width, height } = this.#seen;
    if (x + size < left || y + size < top || x > left + width || y > top + height) return;
    pen.fillStyle = this.#colour("--gap");
    pen.fillRect(x, y, size, size);
    pen.fillStyle = this.#ground(look);
    pen.fillRect(x + 0.5, y + 0.5, size - 1, size - 1);
    if (!look.tint && !look.kind.startsWith("clue")) {
      pen.fillStyle = this.#colour("--covered-light");
      pen.fillRect(x + 0.5, y + 0.5, size - 1, Math.max(1, size / 12));
    }
    this.#write(pen, look, x, y);
    this.#ring(pen, look, x, y);
  }

  #write(pen, look, x, y) {
    const size = this.#size;
    const text = look.note && size >= 26 ? look.note : look.note ? "" : look.text;
    if (!text) return;
    pen.fillStyle = this.#ink(look);
    pen.font = `700 ${Math.round(size * (look.note ? 0.36 : 0.6))}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, x + size / 2, y + size / 2 + 1);
  }

  #ring(pen, look, x, y) {
    const size = this.#size;
    if (look.dead) {
      pen.strokeStyle = this.#ink(look);
      pen.lineWidth = 1.5;
      pen.setLineDash([2, 2]);
      pen.beginPath();
      pen.arc(x + size / 2, y + size / 2, size * 0.34, 0, 7);
      pen.stroke();
      pen.setLineDash([]);
    }
    if (look.outline) {
      pen.strokeStyle = this.#colour(OUTLINES[look.outline]);
      pen.lineWidth = Math.max(2, size / 10);
      pen.strokeRect(x + 2, y + 2, size - 4, size - 4);
    }
  }

  #ground(look) {
    if (look.tint) return cssColour(look.tint);
    if (look.kind === "hit") return this.#colour("--hit");
    return this.#colour(look.kind.startsWith("clue") ? "--revealed" : "--covered");
  }

  #ink(look) {
    if (look.tint) return isDeep(look.tint) ? "#ffffff" : "#10151c";
    if (look.kind.startsWith("clue")) return this.#colour(`--${look.kind}`);
    return this.#colour("--covered-ink");
  }
}
