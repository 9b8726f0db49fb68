// Outlines of a reason on the grid.

/** By cell: [outline, words]. */
export function outlineMap(outlines) {
  const map = new Map();
  if (!outlines) return map;
  for (const clue of outlines.clues) map.set(clue, ["clue", "a clue of the reason"]);
  const kind = outlines.areMines ? "mine" : "target";
  for (const cell of outlines.cells) map.set(cell, [kind, "the cell in question"]);
  return map;
}
