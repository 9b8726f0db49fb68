// What the analyser says about itself: the legend of its colours, its keys, its summary.

import { h } from "./dom.js";

/** An analysis in one sentence. */
export function describeAnalysis({ safe, mines, logPlacements }) {
  const count = (n, word, words) => `${n} ${n === 1 ? word : words}`;
  const proven = `${count(safe.length, "cell is", "cells are")} proven safe, ${count(mines.length, "mine is", "mines are")} proven`;
  const layouts = Math.round(Math.exp(logPlacements));
  const fit = logPlacements < 20
    ? count(layouts, "layout fits", "layouts fit")
    : `about 10^${(logPlacements / Math.LN10).toFixed(1)} layouts fit`;
  return `${proven}; ${fit}.`;
}

export function legend() {
  const item = (name, text) => h("span", {}, h("i", { className: `swatch ${name}` }), text);
  return h(
    "div",
    { className: "legend" },
    item("low", "✓ safe"),
    item("middle", "some risk"),
    item("high", "✹ mine"),
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
    ["u", "undo"],
  ];
  return h(
    "details",
    { className: "card" },
    h("summary", {}, "Keys"),
    h("table", {}, rows.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text)))),
  );
}
