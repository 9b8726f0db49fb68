// A saved replay as an address of the page: the game opens with its moves and its review.

import { parseCell } from "./notation.js";
import { LinkError, writeSharedLayout, writeTimes } from "./links.js";

/** The address of the game that a replay's text holds. */
export function linkOfReplay(text) {
  const { version, rules, mines, moves, times = null, guessing = "uniform" } = parse(text);
  if (version !== 1 || !rules || !Array.isArray(moves)) throw new LinkError("expected a replay of version 1");
  const { columns, rows } = rules;
  // As it is written: a seed may have more digits than a number of JSON keeps.
  const seed = /"seed"\s*:\s*(\d{1,19})/.exec(text)?.[1];
  const board = mines
    ? writeSharedLayout({ columns, rows, mines: mines.map((cell) => parseCell(cell, { columns, rows })) })
    : `on=${columns}x${rows}x${rules.mines}&first=${rules.first_click}&seed=${seed ?? ""}`;
  const more = [rules.game !== "normal" && `game=${rules.game}`, !mines && guessing !== "uniform" && `guessing=${guessing}`];
  more.push(`moves=${encodeURIComponent(moves.join(","))}`, Array.isArray(times) && `times=${writeTimes(times.map((time) => [null, null, time]))}`);
  return `#play?${[board, ...more].filter(Boolean).join("&")}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new LinkError("expected a replay as JSON, this is none");
  }
}
