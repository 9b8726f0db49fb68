// The parts of the editor's page and where they stand; `analyse.js` says what they do.

import { keysHelp, legend } from "./analyse_help.js";
import { COVERED, FLAGGED, MINE_SHOWN } from "./codes.js";
import { button, check, field, h } from "./dom.js";

export const EXAMPLE = "..1./..2./11../.... 3";
export const TOOLS = [
  ["ask", "?", "Ask about a cell"],
  [COVERED, "■", "Cover"],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((clue) => [clue, String(clue), `Clue ${clue}`]),
  [FLAGGED, "⚑", "Flag"],
  [MINE_SHOWN, "✹", "Mine shown"],
];

export const PAINT_KEYS = { ".": COVERED, Backspace: COVERED, Delete: COVERED, f: FLAGGED, "*": MINE_SHOWN, m: MINE_SHOWN };
for (let clue = 0; clue <= 8; clue += 1) PAINT_KEYS[clue] = clue;
export const KEYS = { u: "undo", z: "undo", t: "take back", w: "ask", h: "ask", ...Object.fromEntries(Object.keys(PAINT_KEYS).map((key) => [key, "paint"])) };

/** Builds the page around its panels; `act` has what its buttons do. */
export function buildAnalyse(panels, act) {
  const tools = TOOLS.map(([tool, text, name]) =>
    button(text, () => act.choose(tool), {
      "aria-label": name,
      title: name,
      "aria-pressed": String(tool === "ask"),
    }),
  );
  const columns = field("Columns", { type: "number", min: 1, max: 200, value: 9 });
  const rows = field("Rows", { type: "number", min: 1, max: 200, value: 9 });
  const mines = field("Mines", { type: "number", min: 0, max: 40000, value: 10, onchange: () => act.setMines() });
  const showRisks = check("risks", true, () => act.paint());
  const showNumbers = check("numbers", true, () => act.paint());
  const trustFlags = check("trust flags", true, () => act.analyse());
  const useMineCount = check("use the mine count", true, () => act.analyse());
  const summary = h("p", { className: "message", role: "note" });
  const stopButton = button("Stop", () => act.stop(), { hidden: true });
  const best = h("p", { className: "reason", hidden: true });
  const paste = h("textarea", {
    "aria-label": "Position or link to read",
    placeholder: EXAMPLE,
    spellcheck: false,
  });
  const pasteMessage = h("p", { className: "problem", role: "alert" });
  const share = h("div", { className: "row" });
  const exchange = h("section", { className: "card", "aria-label": "Exchange" }, h("h2", {}, "Paste or share"), paste, pasteMessage, takeAndGive(act), share, readable(), fileChooser(act));
  const findings = h(
    "section",
    { className: "card", "aria-label": "Findings" },
    h("h2", {}, "Findings"),
    h("div", { className: "row middle" }, summary, stopButton),
    best,
    panels.candidates.element,
  );
  const side = h("div", { className: "stack" }, findings, panels.why.element, panels.whatIf.element, exchange, panels.saved.element, keysHelp());
  const checks = [showRisks, showNumbers, trustFlags, useMineCount].map((one) => one.label);
  const editor = h(
    "section",
    { className: "card", "aria-label": "Position" },
    h("h1", { className: "unseen" }, "Analyse"),
    h("div", { className: "palette", role: "toolbar", "aria-label": "Tools" }, tools),
    h("div", { className: "row middle" }, checks),
    panels.board,
    legend(),
    sizeForm([columns, rows, mines], act),
  );
  const element = h("div", { className: "columns" }, h("div", { className: "stack" }, panels.picture.element, editor), side);
  return { element, side, tools, columns, rows, mines, showRisks, showNumbers, trustFlags, useMineCount, summary, stopButton, best, paste, pasteMessage, share };
}

function sizeForm(fields, act) {
  const resize = (event) => {
    event.preventDefault();
    act.resize();
  };
  return h(
    "form",
    { className: "row", onsubmit: resize },
    fields.map((one) => one.label),
    h("button", { type: "submit" }, "Resize"),
    button("Undo", act.undo),
    button("Clear", act.clear),
    button("+", () => act.zoom(1.2), { "aria-label": "Larger cells" }),
    button("−", () => act.zoom(1 / 1.2), { "aria-label": "Smaller cells" }),
  );
}

const takeAndGive = (act) =>
  h("div", { className: "row" }, button("Read it", act.read), button("Copy a link", act.copyLink), button("Copy the notation", act.copyNotation));

const readable = () =>
  h("p", { className: "faint" }, "Our notation, .mine text, MBF (hexadecimal, or as a file), links with p= or b= and m=, saved replays, RMV; screenshots, pasted or dropped.");

function fileChooser(act) {
  const file = h("input", {
    type: "file",
    accept: ".mbf,.mine,.txt,.json,.rmv,image/*",
    "aria-label": "File to read",
    onchange: () => file.files[0] && act.open(file.files[0]),
  });
  return file;
}
