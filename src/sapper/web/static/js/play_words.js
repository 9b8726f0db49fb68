// What is said of a game that is played: how it begins, what a move did, how it ended.

import { MINE_SHOWN, cellName } from "./codes.js";
import { count, isTouch } from "./dom.js";
import { preciseTime } from "./status.js";

/** What is said of a game that is shown. */
export function describeStart(session) {
  if (session.isOver) return endWords(session);
  if (session.given) return `From a link: ${count(session.given, "move")} made${guessWords(session.rules)}.`;
  if (session.moves.length) return `Your game goes on: ${count(session.state.safeLeft, "safe cell")} left.`;
  return describeNew(session.rules);
}

const guessWords = ({ guessing }) => (guessing === "uniform" ? "" : `, ${guessing} guessing`);

export function describeNew({ columns, rows, mines, guessing }) {
  const size = `${count(columns, "column")}, ${count(rows, "row")}, ${count(mines, "mine")}${guessWords({ guessing })}`;
  return `New game: ${size}. Reveal a cell${isTouch() ? "" : "; h gives a hint"}.`;
}

/** How the game ended; empty while it goes on. */
export function endWords(session) {
  const { state, rules, elapsed } = session;
  const { columns } = rules;
  if (state.outcome === "playing") return "";
  if (rules.game === "score") return `Done in ${preciseTime(elapsed)} seconds, ${count(state.minesHit, "mine")} hit.`;
  if (state.outcome === "won") return `Won in ${preciseTime(elapsed)} seconds.`;
  const hit = state.cells.indexOf(MINE_SHOWN);
  if (session.isRetry && hit === state.firstCell) {
    return `Lost: ${cellName(hit, columns)} is a mine of the layout that you retry. Restart moves it away.`;
  }
  return `Lost: ${cellName(hit, columns)} was a mine. ${isTouch() ? "Undo" : "u"} takes it back.`;
}

/** What may be done with a game that is over. */
export const describeOver = () =>
  `The game is over: ${isTouch() ? "Undo" : "u"} takes the last move back, ${isTouch() ? "the face" : "n"} starts another.`;

/** What a move did. */
export function describeMove(session, kind, cell, before) {
  const { state, rules } = session;
  const name = cellName(cell, rules.columns);
  const end = endWords(session);
  if (end) return end;
  if (kind === "flag") return `${name} flagged, ${count(rules.mines - state.numFlags - state.minesHit, "mine")} left.`;
  if (kind === "unflag") return `The flag of ${name} is gone.`;
  if (state.minesHit > before.minesHit) return `${name}: a mine, which costs a point.`;
  const opened = before.safeLeft - state.safeLeft;
  if (opened === 1 && kind === "reveal") return `${name} shows ${state.cells[cell]}.`;
  return `${name}: ${count(opened, "cell")} opened.`;
}
