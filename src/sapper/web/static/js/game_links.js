// A game as an address of the page, and the game that is meant without one.

import { cellName } from "./codes.js";
import { nameRules, readAsked, writeMoves, writeSharedLayout, writeTimes } from "./links.js";

/** The game that a person usually plays. */
export function usualGame(settings) {
  const parameters = new URLSearchParams({ on: settings.get("on") });
  try {
    return readAsked(parameters, settings);
  } catch {
    return readAsked(new URLSearchParams({ on: "beginner" }), settings);
  }
}

/** The rules of the game that an address will open, as far as they are known without the engine; else null. */
export function rulesToCome(parameters, archive, settings) {
  if (parameters.has("id") || parameters.has("b")) return null;
  try {
    const saved = [...parameters.keys()].length ? null : archive.current();
    const { rules } = saved ? readAsked(new URLSearchParams({ on: saved.on })) : (readAsked(parameters) ?? usualGame(settings));
    return { ...rules, isSaved: saved !== null };
  } catch {
    return null; // What is wrong with the address is told when it is opened.
  }
}

/** What an address says of a game; one that is shared has its moves. */
export function queryOf(session, isShared) {
  const { rules, layout, seed, gameSeed, needsNoGuess, moves } = session;
  const parts = layout
    ? [writeSharedLayout({ columns: rules.columns, rows: rules.rows, mines: layout })]
    : [`on=${nameRules(rules)}`, `first=${rules.firstClick}`, `seed=${isShared && moves.length ? gameSeed : seed}`];
  if (rules.game !== "normal") parts.push(`game=${rules.game}`);
  if (rules.guessing !== "uniform") parts.push(`guessing=${rules.guessing}`);
  if (needsNoGuess && !layout && !(isShared && moves.length)) parts.push("guess=no");
  if (isShared && moves.length) parts.push(`moves=${encodeURIComponent(writeMoves(moves, rules.columns))}`, `times=${writeTimes(moves)}`);
  return parts.join("&");
}

/** Whether a session is the game of an address, or has gone on from its moves. */
export function isSame(session, asked) {
  const { rules } = session;
  const sameRules = ["columns", "rows", "mines", "firstClick", "game", "guessing"].every((name) => rules[name] === asked.rules[name]);
  const sameBoard = asked.layout
    ? String(asked.layout) === String(session.layout)
    : !session.layout && (asked.seed === session.seed || asked.seed === session.gameSeed);
  const made = writeMoves(session.moves, rules.columns).split(",");
  return sameRules && sameBoard && asked.moves.every(([sign, cell], i) => made[i] === `${sign}${cellName(cell, rules.columns)}`);
}
