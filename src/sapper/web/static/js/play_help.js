// What the game's page says about itself: its keys, and what begins a game again.

import { h } from "./dom.js";

export const RESTARTED = "The same board again, but for mines that make room for the first cell.";
export const RETRIED = "Exactly the same mines again: the first cell may be one of them.";

export function keysHelp() {
  const rows = [
    ["arrows", "move"],
    ["space", "reveal; on a clue: chord"],
    ["f", "flag"],
    ["c", "chord"],
    ["u", "undo"],
    ["h", "hint"],
    ["r", "restart: mines make room for the first cell"],
    ["t", "retry exactly the same mines"],
    ["n", "new game"],
  ];
  return h(
    "details",
    { className: "card" },
    h("summary", {}, "Keys and touch"),
    h(
      "table",
      {},
      rows.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text))),
    ),
    h("p", {}, "Mouse: left reveals, right flags, middle chords."),
    h("p", {}, "Touch: a tap reveals, a long press flags, two fingers zoom; the Flag switch makes taps flag."),
  );
}
