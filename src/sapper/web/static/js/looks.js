// How a cell of a position looks, and what is said of it.

import { COVERED, FLAGGED, MINE_SHOWN, cellName } from "./codes.js";
import { riskColour } from "./colours.js";
import { percent } from "./dom.js";

const MARKS = { [FLAGGED]: ["flag", "⚑", "flag"], [MINE_SHOWN]: ["hit", "✹", "mine"] };

/** The plain look of a code. */
export function plainLook(code, cell, columns) {
  const name = cellName(cell, columns);
  if (code === COVERED) return { kind: "covered", text: "", label: `${name}, covered` };
  if (MARKS[code]) {
    const [kind, text, word] = MARKS[code];
    return { kind, text, label: `${name}, ${word}` };
  }
  const what = code === 0 ? "empty" : String(code);
  return { kind: `clue${code}`, text: code === 0 ? "" : String(code), label: `${name}, ${what}` };
}

/** A covered cell that the player is not sure of. */
export const questionLook = (look) => ({ ...look, kind: "question", text: "?", label: `${look.label}, question mark` });

/** Adds a risk to the look of a covered cell: a colour, a sign where proven, a number. */
export function withRisk(look, risk, { numbers = false, isProvenMine = risk === 1, isSea = false } = {}) {
  if (Number.isNaN(risk) || risk === undefined) return look;
  // The sea is all of one risk: no colour and no number for each of its cells.
  if (isSea && risk > 0 && risk < 1) return { ...look, label: `${look.label}, risk ${percent(risk)}` };
  const shown = { ...look, tint: riskColour(risk) };
  if (risk === 0) {
    shown.text = "✓";
    shown.label += ", safe";
  } else if (risk === 1 && isProvenMine) {
    shown.text = "✹";
    shown.label += ", mine";
  } else if (risk < 1) {
    shown.label += `, risk ${percent(risk)}`;
    if (numbers) shown.note = shortRisk(risk);
  }
  return shown;
}

/** A risk in as few letters as fit a cell. */
function shortRisk(risk) {
  const shown = risk * 100;
  if (shown < 1) return "<1";
  if (shown > 99) return ">99";
  return String(Math.round(shown));
}

/** Adds an outline, and says what it means. */
export function withOutline(look, outline, words) {
  return { ...look, outline, label: words ? `${look.label}, ${words}` : look.label };
}

/** After the end: mines that stayed covered, and flags that were wrong. */
export function endLook(look, isMine, outcome) {
  if (["covered", "question"].includes(look.kind) && isMine) {
    const shown = outcome === "won" ? { kind: "flag", text: "⚑" } : { kind: "mine", text: "✹" };
    return { ...look, ...shown, label: `${look.label}, a mine` };
  }
  if (look.kind === "flag" && !isMine) {
    return { ...look, kind: "wrong", text: "⚑", label: `${look.label}, wrong` };
  }
  return look;
}
