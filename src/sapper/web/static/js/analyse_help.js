// What the analyser says about itself: the legend of its colours, its keys, its summary.

import { h, count, percent } from "./dom.js";
import { COVERED, isClue, neighbours } from "./codes.js";

/** An analysis in one sentence. */
export function describeAnalysis({ safe, mines, logPlacements }) {
  const proven = `${count(safe.length, "cell is", "cells are")} proven safe, ${count(mines.length, "mine is", "mines are")} proven`;
  const layouts = Math.round(Math.exp(logPlacements));
  const fit = logPlacements < 20
    ? count(layouts, "layout fits", "layouts fit")
    : `about 10^${(logPlacements / Math.LN10).toFixed(1)} layouts fit`;
  return `${proven}; ${fit}.`;
}

/** The covered cells that no clue touches, all of one risk. */
export function seaOf({ columns, rows, cells }) {
  const touches = (cell) => neighbours(cell, columns, rows).some((n) => isClue(cells[n]));
  return new Set([...cells.keys()].filter((cell) => cells[cell] === COVERED && !touches(cell)));
}

/** The sea in words; empty where there is none. */
export function describeSea(sea, risk) {
  const [cell] = sea;
  if (cell === undefined || !(risk[cell] > 0 && risk[cell] < 1)) return "";
  return ` Away from all clues: ${count(sea.size, "cell")} at ${percent(risk[cell])}.`;
}

export function legend() {
  const item = (name, text) => h("span", {}, h("i", { className: `swatch ${name}` }), text);
  return h(
    "div",
    { className: "legend" },
    item("low", "✓ safe"),
    item("middle", "some risk"),
    item("high", "✹ mine"),
    h("span", {}, "white ring: the best move"),
    h("span", {}, "dotted ring: dead, it can show only one clue"),
  );
}

export function keysHelp() {
  const rows = [
    ["arrows", "move"],
    ["0 – 8", "paint a clue"],
    [". or backspace", "cover"],
    ["f, *", "flag, mine shown"],
    ["w or space", "why is this cell proven, or what if it were …?"],
    ["t", "take back what was assumed last"],
    ["u, Ctrl+Z", "undo"],
  ];
  return h(
    "details",
    { className: "card" },
    h("summary", {}, "Keys"),
    h("p", {}, "With a tool chosen, dragging paints and the wheel changes a clue. Paste text or a file anywhere, or drop it here."),
    h("table", {}, rows.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text)))),
  );
}
