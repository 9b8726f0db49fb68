// A position looked at closely: candidates compared, dead cells found.
//
// The chance of progress of a cell is the chance that revealing it is survived and proves
// another cell safe: for every clue it may show, the position with that clue is analysed.
// A dead cell can show only one clue: revealing it tells nothing.

import { COVERED, isClue, neighbours } from "./codes.js";

const MOST_CANDIDATES = 12;
// Cells whose clues are looked at; beyond that a survey would keep the reader waiting.
const MOST_PROBED = 160;

export function surveyPosition(engine, position, options = {}) {
  const analysis = engine.analyse(position, options);
  const { risk } = analysis;
  const open = [...risk.keys()].filter(
    (cell) => position.cells[cell] === COVERED && risk[cell] > 0 && risk[cell] < 1,
  );
  const { columns, rows, cells } = position;
  const isFrontier = (cell) => neighbours(cell, columns, rows).some((n) => isClue(cells[n]));
  const frontier = open.filter(isFrontier);
  const sea = open.filter((cell) => !isFrontier(cell));
  const byRisk = (a, b) => risk[a] - risk[b] || a - b;
  const probed = [...frontier].sort(byRisk).slice(0, MOST_PROBED);
  const chances = new Map();
  const chancesOf = (cell) => {
    if (!chances.has(cell)) chances.set(cell, engine.clueChances(position, cell, options));
    return chances.get(cell);
  };
  const dead = probed.filter((cell) => chancesOf(cell).filter((p) => p > 1e-12).length < 2);
  const candidates = [...probed, ...pickSea(sea, columns, rows)].sort(byRisk);
  const known = new Set(analysis.safe);
  const progressIfSafe = (cell, clues) => {
    const after = { ...position, cells: position.cells.slice() };
    return clues.reduce((sum, chance, clue) => {
      if (chance <= 0) return sum;
      after.cells[cell] = clue;
      const { safe, logPlacements } = engine.analyse(after, options);
      return safe.some((found) => !known.has(found)) || logPlacements === 0 ? sum + chance : sum;
    }, 0);
  };
  return {
    dead,
    candidates: candidates.slice(0, MOST_CANDIDATES).map((cell) => ({
      cell,
      risk: risk[cell],
      progress: (1 - risk[cell]) * progressIfSafe(cell, chancesOf(cell)),
      zero: (1 - risk[cell]) * chancesOf(cell)[0],
      isDead: dead.includes(cell),
      isSea: !isFrontier(cell),
    })),
  };
}

/** Of the sea, whose risks are all alike, the cells with the fewest and most neighbours. */
function pickSea(sea, columns, rows) {
  const byNeighbours = new Map();
  for (const cell of sea) {
    const count = neighbours(cell, columns, rows).length;
    if (!byNeighbours.has(count)) byNeighbours.set(count, cell);
  }
  return [...byNeighbours.values()];
}
