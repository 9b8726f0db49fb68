// Large grids on a canvas: a repaint of 100x100 cells in a tenth of what elements take.

import { h } from "./dom.js";
import { cssColour, isDeep } from "./colours.js";
import { FocusWindow } from "./focus_window.js";

const OUTLINES = {
  clue: "--outline-clue",
  target: "--outline-target",
  mine: "--outline-mine",
  window: "--outline-clue",
};

export class CanvasPainter {
  #canvas = h("canvas", { "aria-hidden": "true" });
  #window;
  #size = 16;
  #looks = [];
  #colours = new Map();

  constructor(columns, rows, label) {
    this.columns = columns;
    this.rows = rows;
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
      this.#window.element,
    );
    // A change of colours means painting anew; a canvas that left the page stops listening.
    const repaint = () => {
      if (!this.#canvas.isConnected) document.removeEventListener("sapper-theme", repaint);
      else this.#repaint();
    };
    document.addEventListener("sapper-theme", repaint);
  }

  zoom(size) {
    this.#size = size;
    this.#canvas.width = this.columns * size;
    this.#canvas.height = this.rows * size;
    this.#repaint();
  }

  paint(changed, looks) {
    this.#looks = looks;
    const pen = this.#canvas.getContext("2d", { alpha: false });
    for (const cell of changed) this.#draw(pen, cell, looks[cell]);
  }

  setFocus(cell, looks, grab) {
    this.#window.show(cell, looks, this.#size, grab);
  }

  #repaint() {
    this.#colours.clear();
    this.paint([...this.#looks.keys()], this.#looks);
  }

  #colour(name) {
    if (!this.#colours.has(name)) {
      const style = getComputedStyle(document.documentElement);
      this.#colours.set(name, style.getPropertyValue(name).trim());
    }
    return this.#colours.get(name);
  }

  #draw(pen, cell, look) {
    const size = this.#size;
    const x = (cell % this.columns) * size;
    const y = Math.floor(cell / this.columns) * size;
    pen.fillStyle = this.#colour("--covered-edge");
    pen.fillRect(x, y, size, size);
    pen.fillStyle = this.#ground(look);
    pen.fillRect(x + 1, y + 1, size - 1, size - 1);
    const text = look.note && size >= 26 ? look.note : look.note ? "" : look.text;
    if (text) {
      pen.fillStyle = this.#ink(look);
      pen.font = `700 ${Math.round(size * (look.note ? 0.36 : 0.6))}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, x + size / 2, y + size / 2 + 1);
    }
    if (look.outline) {
      pen.strokeStyle = this.#colour(OUTLINES[look.outline]);
      pen.lineWidth = Math.max(2, size / 10);
      pen.strokeRect(x + 2, y + 2, size - 4, size - 4);
    }
  }

  #ground(look) {
    if (look.tint) return cssColour(look.tint);
    if (look.kind === "hit") return this.#colour("--flag");
    return this.#colour(look.kind.startsWith("clue") ? "--revealed" : "--covered");
  }

  #ink(look) {
    if (look.tint) return isDeep(look.tint) ? "#ffffff" : "#10151c";
    if (look.kind === "flag" || look.kind === "wrong") return this.#colour("--flag");
    if (look.kind === "hit") return this.#colour("--card");
    if (look.kind.startsWith("clue")) return this.#colour(`--${look.kind}`);
    return this.#colour("--covered-ink");
  }
}
