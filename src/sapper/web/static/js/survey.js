// A position looked at closely: candidates compared, dead cells found.
//
// The chance of progress of a cell is the chance that revealing it is survived and proves
// another cell safe: what if it showed each clue that it may?
// A dead cell can show only one clue: revealing it tells nothing. Where few layouts are
// left, the value of a cell is exact: the chance to win after it under best play.

import { COVERED, isClue, neighbours } from "./codes.js";

const MOST_CANDIDATES = 12;

export function surveyPosition(engine, position, options = {}) {
  const analysis = engine.analyse(position, options);
  const { risk } = analysis;
  const open = [...risk.keys()].filter(
    (cell) => position.cells[cell] === COVERED && risk[cell] > 0 && risk[cell] < 1,
  );
  const { columns, rows, cells } = position;
  const isFrontier = (cell) => neighbours(cell, columns, rows).some((n) => isClue(cells[n]));
  const frontier = open.filter(isFrontier);
  const values = findValues(engine, position, analysis, options);
  const byValue = (a, b) => (values?.cells.get(b) ?? -1) - (values?.cells.get(a) ?? -1);
  const sea = open.filter((cell) => !isFrontier(cell)).sort(byValue);
  const byRisk = (a, b) => risk[a] - risk[b] || a - b;
  const cluesOf = engine.clueTable(position, options);
  const dead = frontier.filter((cell) => cluesOf(cell).filter((chance) => chance > 0).length < 2);
  const candidates = [...frontier, ...pickSea(sea, columns, rows)]
    .sort((a, b) => byValue(a, b) || byRisk(a, b));
  const known = new Set(analysis.safe);
  const leadsOn = ({ safe, isDecided }) => isDecided || safe.some((cell) => !known.has(cell));
  const progress = (cell) =>
    engine
      .whatIfs(position, cell, options)
      .reduce((sum, after) => (leadsOn(after) ? sum + after.chance : sum), 0);
  return {
    dead,
    value: values?.value ?? null,
    candidates: candidates.slice(0, MOST_CANDIDATES).map((cell) => ({
      cell,
      risk: risk[cell],
      progress: progress(cell),
      value: values?.cells.get(cell),
      zero: cluesOf(cell)[0],
      isDead: dead.includes(cell),
      isSea: !isFrontier(cell),
    })),
  };
}

/** Values of all living cells where the search is in reach and nothing is safe for free. */
function findValues(engine, position, { safe }, options) {
  const isAsked = safe.length === 0 && (options.useMineCount ?? true);
  return isAsked ? engine.values(position, options) : null;
}

/** Of the sea, whose risks are all alike, the first cell of each number of neighbours. */
function pickSea(sea, columns, rows) {
  const byNeighbours = new Map();
  for (const cell of sea) {
    const count = neighbours(cell, columns, rows).length;
    if (!byNeighbours.has(count)) byNeighbours.set(count, cell);
  }
  return [...byNeighbours.values()];
}
