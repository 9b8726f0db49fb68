// A position on the grid, with what is known of it: risks, outlines, what is assumed.

import { COVERED, FLAGGED } from "./codes.js";
import { plainLook, withOutline, withRisk } from "./looks.js";
import { outlineMap } from "./outlines.js";
import { MINE, SAFE } from "./what_if.js";

export function paintPosition(view, { cells, columns }, { risk, survey, sea, outlines: chosen, conflict, assumed: all, best, showRisks, numbers }) {
  const outlines = outlineMap(chosen);
  for (const clue of conflict) outlines.set(clue, ["mine", "clashes"]);
  const dead = new Set(survey?.dead ?? []);
  const assumed = new Map(all.map(({ cell, what }) => [cell, what]));
  view.paint((cell) => {
    if (assumed.has(cell)) return assumedLook(cell, assumed.get(cell), columns);
    let look = plainLook(cells[cell], cell, columns);
    if (risk && showRisks && (cells[cell] === COVERED || (cells[cell] === FLAGGED && risk[cell] < 1))) {
      look = withRisk(look, risk[cell], { numbers, isSea: sea.has(cell) });
      if (dead.has(cell)) look = { ...look, dead: true, label: `${look.label}, dead` };
    }
    const outline = outlines.get(cell) ?? (cell === best ? ["best", "best move"] : null);
    return outline ? withOutline(look, ...outline) : look;
  });
}

/** An assumed cell looks as if it were so, outlined, and is named as assumed. */
function assumedLook(cell, what, columns) {
  const code = what === MINE ? FLAGGED : what === SAFE ? COVERED : what;
  const look = plainLook(code, cell, columns);
  return withOutline(what === SAFE ? withRisk(look, 0, { numbers: false }) : look, "target", "assumed");
}
