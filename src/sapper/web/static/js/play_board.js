// A game on the grid: as it is, as it ended, or at a step of its review.

import { describeSea, seaOf } from "./analyse_help.js";
import { COVERED, FLAGGED } from "./codes.js";
import { endLook, plainLook, questionLook, withOutline, withRisk } from "./looks.js";
import { outlineMap } from "./outlines.js";

/** Cells that were covered before and are opened now. */
export const openedBy = (before, { cells }) =>
  [...cells.keys()].filter((one) => before.cells[one] === COVERED && cells[one] !== COVERED && cells[one] !== FLAGGED);

/** Paints a session, or a step of its review; returns what is to be said of the sea. */
export function paintGame(view, session, { step, risk: known, mines: all, outlines: chosen }) {
  const { columns } = session.rules;
  const cells = step ? step.cells : session.state.cells;
  const risk = step ? step.risk : known;
  const isEnd = !step && session.isOver;
  const sea = risk ? seaOf({ ...session.rules, cells }) : new Set();
  const mines = new Set(isEnd ? all : []);
  const outlines = outlineMap(chosen ?? step?.outlines);
  view.paint((cell) => {
    let look = plainLook(cells[cell], cell, columns);
    if (!step && session.questions.has(cell)) look = questionLook(look);
    if (isEnd) look = endLook(look, mines.has(cell), session.state.outcome);
    if (risk && look.kind !== "flag") look = withRisk(look, risk[cell], { numbers: true, isSea: sea.has(cell) });
    const outline = outlines.get(cell);
    return outline ? withOutline(look, ...outline) : look;
  });
  return risk ? describeSea(sea, risk) : "";
}
