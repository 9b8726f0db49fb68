// A finished game, move by move: what was risked, what was provable, what was luck, and
// what guesses gave away; by the same rules as sapper/boards/review.py.

import { COVERED, FLAGGED, MAX_LAYOUTS, neighbours } from "./codes.js";

export function reviewGame(engine, rules, seed, layout, moves) {
  const game = engine.newGame(rules, seed, layout);
  const steps = [];
  let state = game.move("look");
  for (const [kind, cell] of moves) {
    const before = { columns: rules.columns, rows: rules.rows, mines: rules.mines, cells: state.cells };
    const isFirst = state.firstCell < 0;
    state = game.move(kind, cell);
    const step = { kind, cell, before: before.cells, after: state.cells, outcome: state.outcome };
    if (kind === "reveal" || kind === "chord") {
      Object.assign(step, judge(engine, before, step, isFirst, rules.game));
    }
    steps.push(step);
  }
  game.drop();
  return { steps, ...sumUp(steps) };
}

/** What a reveal or chord risked, and what else there was. Flags are not trusted. */
function judge(engine, position, step, isFirst, game) {
  if (isFirst) return { isFirst };
  const analysis = engine.analyse(position, { trustFlags: false });
  const { risk } = analysis;
  const isCovered = (cell) => position.cells[cell] === COVERED;
  const revealed =
    step.kind === "reveal"
      ? [step.cell]
      : neighbours(step.cell, position.columns, position.rows).filter(isCovered);
  const safe = analysis.safe;
  const isOpen = (cell) => isCovered(cell) || position.cells[cell] === FLAGGED;
  let best = null;
  for (const cell of risk.keys()) {
    if (isOpen(cell) && (best === null || risk[cell] < risk[best])) best = cell;
  }
  const survival = chanceAllSafe(engine, position, revealed, risk);
  const isGuess = revealed.some((cell) => risk[cell] > 0);
  const inReach = game !== "score" && analysis.logPlacements <= Math.log(MAX_LAYOUTS) + 1e-12;
  const found =
    isGuess && inReach
      ? engine.moveValue(position, step.cell, step.kind === "chord", { trustFlags: false })
      : null;
  const excess = Math.max(0, 1 - survival - (best === null ? 0 : risk[best]));
  return {
    lost: excess > 1e-12 ? excess : 0, // less is rounding
    ...found,
    lostBy: found || !isGuess ? "value" : "risk",
    risk: 1 - survival,
    knownRisk: risk,
    isGuess,
    isNeedless: isGuess && safe.length > 0,
    survived: step.outcome !== "lost",
    best,
    bestRisk: best === null ? null : risk[best],
    provable: safe,
  };
}

/** The chance that none of the cells is a mine, exactly: one after another, each given the
    clues that the cells before it may show. */
function chanceAllSafe(engine, position, cells, risk) {
  const uncertain = cells.filter((cell) => risk[cell] > 0);
  if (uncertain.length === 0) return 1;
  const [first, ...rest] = uncertain;
  if (rest.length === 0) return 1 - risk[first];
  return engine.whatIfs(position, first, { trustFlags: false }).reduce((sum, { clue, chance }) => {
    const after = { ...position, cells: position.cells.slice() };
    after.cells[first] = clue;
    const found = engine.analyse(after, { trustFlags: false });
    return sum + chance * chanceAllSafe(engine, after, rest, found.risk);
  }, 0);
}

function sumUp(steps) {
  const guesses = steps.filter((step) => step.isGuess);
  const expected = guesses.reduce((sum, step) => sum + (1 - step.risk), 0);
  return {
    guesses: guesses.length,
    needless: guesses.filter((step) => step.isNeedless).length,
    survived: guesses.filter((step) => step.survived).length,
    expected,
    byValue: guesses.filter((step) => step.lostBy === "value").length,
    valueLost: sumLost(guesses, "value"),
    byRisk: guesses.filter((step) => step.lostBy === "risk").length,
    riskLost: sumLost(guesses, "risk"),
    chance: guesses.reduce((product, step) => product * (1 - step.risk), 1),
  };
}

const sumLost = (guesses, by) =>
  guesses.reduce((sum, step) => (step.lostBy === by ? sum + step.lost : sum), 0);
