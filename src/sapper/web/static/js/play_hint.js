// A hint in words and on the grid.

import { isTouch } from "./dom.js";

/** Says what the engine would open next, and why. */
export function tellHint(why, hint, columns) {
  if (hint.reason) {
    why.show(hint.reason, columns, hint.kind === "wrong flag" ? "Hint: this flag is wrong" : "Hint");
    return;
  }
  why.tell("Hint", hint.sentence, { clues: [], cells: hint.kind === "mines" ? [] : [hint.cell], areMines: false });
}

/** Brings the cells that a hint speaks of into view, above the sheet that says it. */
export function showHint(view, hint, sheet) {
  view.focus(hint.cell, !isTouch());
  const lowest = getComputedStyle(sheet).position === "fixed" ? sheet.getBoundingClientRect().top : innerHeight;
  for (const cell of [...(hint.reason?.clues ?? []), hint.cell]) view.reach(cell, lowest);
}
