// Positions to train on: from boards of the generator, played as far as the first place
// where nothing easier than the chosen technique proves a safe cell.

import { COVERED } from "./codes.js";

const MOST_BOARDS = 3000;

/** A position whose next safe cell takes exactly this technique: { position, seed, first }; null if none is met. */
export function findExercise(engine, technique, rules, seed) {
  const first = Math.floor(rules.rows / 2) * rules.columns + Math.floor(rules.columns / 2);
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
