// What the game's page asks the engine while it thinks: what is proven, what a game was worth.

import { COVERED } from "./codes.js";

/** Opens every cell that is proven safe, as long as that proves more where `isAll`; how many. */
export async function openProven(thinking, session, isAll) {
  let opened = 0;
  for (;;) {
    const { safe } = await thinking.ask("analyse", session.position, { trustFlags: false });
    const open = safe.filter((cell) => session.state.cells[cell] === COVERED);
    if (open.length === 0 || session.isOver) break;
    session.assisted = true;
    for (const cell of open) if (session.state.cells[cell] === COVERED && !session.isOver) await session.move("reveal", cell);
    opened += open.length;
    if (!isAll) break;
  }
  return opened;
}

/** The review of a game that is over, and what its board was worth. */
export function judgeGame(thinking, session, mines) {
  const { rules, gameSeed, layout, moves, state } = session;
  const board = { columns: rules.columns, rows: rules.rows, mines };
  const asked = moves.map(([kind, cell]) => [kind, cell]);
  // A layout that was exchanged is no longer the seed's; the moves play back alike on the last one.
  const laid = rules.guessing === "uniform" ? layout : mines;
  return Promise.all([thinking.ask("review", rules, gameSeed, laid, asked), thinking.ask("gradeBoard", board, state.firstCell)]);
}
