// Positions to train on: from boards of the generator, played as far as the first place
// where nothing easier than the chosen technique proves a safe cell.

import { COVERED } from "./codes.js";

const MOST_BOARDS = 3000;
const MOST_ATTEMPTS = 200_000;

const middleOf = ({ columns, rows }) => Math.floor(rows / 2) * columns + Math.floor(columns / 2);

/** The names of the techniques, easiest first. */
export const techniquesOf = (engine) => Object.keys(engine.gradeBoard({ columns: 2, rows: 1, mines: [1] }, 0).steps);

/** A board without a guess whose hardest step takes exactly this technique: { seed, first }; null if none is met. */
export function findWholeBoard(engine, technique, rules, seed) {
  const first = middleOf(rules);
  const hardest = techniquesOf(engine).indexOf(technique);
  for (let from = 0; from < MOST_ATTEMPTS; ) {
    const found = engine.findBoard(rules, seed, first, { from, attempts: MOST_ATTEMPTS - from, hardest });
    if (!found) return null;
    if (found.hardest === technique) return { seed: found.seed, first };
    from = Number(found.index) + 1;
  }
  return null;
}

/** A position whose next safe cell takes exactly this technique: { position, seed, first }; null if none is met. */
export function findExercise(engine, technique, rules, seed) {
  const first = middleOf(rules);
  for (let i = 0; i < MOST_BOARDS; i += 1) {
    const boardSeed = BigInt.asUintN(63, BigInt(seed) + BigInt(i));
    const mines = engine.layout(rules, boardSeed, first);
    const { steps } = engine.gradeBoard({ ...rules, mines }, first);
    if (!steps[technique]) continue;
    const position = playUntil(engine, technique, rules, boardSeed, first);
    if (position) return { position, seed: boardSeed, first };
  }
  return null;
}

/** Opens what easier techniques prove; the position where this one is needed, or null. */
function playUntil(engine, technique, rules, seed, first) {
  const { columns, rows, mines } = rules;
  const game = engine.newGame(rules, seed);
  let { cells, outcome } = game.move("reveal", first);
  try {
    while (outcome === "playing") {
      const position = { columns, rows, mines, cells };
      const reasons = engine.reasons(position, -1).filter((one) => !one.isMine);
      if (reasons.length === 0) return null;
      const easiest = engine.hint(position, first, { trustFlags: false });
      if (easiest.technique === technique && easiest.kind === "safe") return position;
      if (easiest.kind !== "safe") return null;
      for (const { cell } of reasons.filter((one) => one.technique === easiest.technique)) {
        if (cells[cell] === COVERED) ({ cells, outcome } = game.move("reveal", cell));
      }
    }
    return null;
  } finally {
    game.drop();
  }
}
