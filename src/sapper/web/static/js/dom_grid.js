// Grids of up to a few thousand cells: an element for each.

import { h } from "./dom.js";
import { cssColour, isDeep } from "./colours.js";
import { makeCell } from "./focus_window.js";

// A cascade has run through the grid after this many milliseconds at most.
const LONGEST_RIPPLE = 360;
const RIPPLE_A_CELL = 22;
const DRAWN = new Set(["flag", "mine", "hit", "wrong"]);

/** Writes a look onto the element of a cell. */
function dress(element, look) {
  const classes = ["cell", look.kind];
  if (look.outline) classes.push(`out-${look.outline}`);
  if (look.note) classes.push("noted");
  if (look.dead) classes.push("dead");
  if (look.tint) classes.push("tinted", ...(isDeep(look.tint) ? ["deep"] : []));
  element.className = classes.join(" ");
  element.style.backgroundColor = look.tint ? cssColour(look.tint) : "";
  // Flags and mines are pictures of the style; a tinted cell has its sign as text.
  element.textContent = look.note || (DRAWN.has(look.kind) && !look.tint ? "" : look.text);
  element.setAttribute("aria-label", look.label);
}

export class DomPainter {
  #cells = [];
  #focused = 0;
  #pressed = [];

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

  ripple(cells) {
    for (const [cell, far] of cells) {
      this.#cells[cell].style.setProperty("--wait", `${Math.min(LONGEST_RIPPLE, Math.round(far * RIPPLE_A_CELL))}ms`);
      this.#cells[cell].classList.add("fresh");
    }
  }

  press(cells) {
    for (const cell of this.#pressed) this.#cells[cell].classList.remove("pressed");
    for (const cell of cells) this.#cells[cell].classList.add("pressed");
    this.#pressed = cells;
  }

  setFocus(cell, looks, grab) {
    this.#cells[this.#focused].tabIndex = -1;
    this.#cells[cell].tabIndex = 0;
    this.#focused = cell;
    if (grab) this.#cells[cell].focus({ preventScroll: false });
  }
}
