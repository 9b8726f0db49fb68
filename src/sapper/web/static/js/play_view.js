// The parts of the game's page and where they stand; `play.js` says what they do.

import { h, button } from "./dom.js";

export const RESTARTED = "The same board again, but for mines that make room for the first cell.";
export const RETRIED = "Exactly the same mines again: the first cell may be one of them.";

/** Builds the page; `act(action)` is called by its buttons. */
export function buildPlay({ board, status, setup, message, panels, act, zoom }) {
  const tool = (text, action, properties = {}) => button(text, () => act(action), properties);
  const buttons = {
    flag: tool("⚑ Flag", "flagging", { "aria-pressed": "false", title: "A tap or click sets flags" }),
    hint: tool("Hint", "hint"),
    undo: tool("Undo", "undo"),
    redo: tool("Redo", "redo"),
    proven: tool("Open proven", "proven", { title: "Reveal every cell that is proven safe" }),
    risks: tool("Risks", "risks", { "aria-pressed": "false", title: "Show the risk of every cell: counts as help" }),
  };
  const share = h("div", { className: "row" });
  const sea = h("p", { className: "faint" });
  const bar = h("div", { className: "bar", role: "toolbar", "aria-label": "Moves" }, buttons.flag, buttons.hint, buttons.undo, buttons.redo);
  const more = h(
    "div",
    { className: "bar more", role: "toolbar", "aria-label": "Game" },
    tool("Restart", "restart"),
    tool("Retry", "retry", { title: "Exactly the same mines" }),
    buttons.proven,
    buttons.risks,
    tool("Copy a link", "link"),
    tool("Analyse it", "analyse"),
    button("+", () => zoom(1.2), { "aria-label": "+ larger cells", className: "narrow" }),
    button("−", () => zoom(1 / 1.2), { "aria-label": "− smaller cells", className: "narrow" }),
  );
  const game = h("section", { className: "card", "aria-label": "This game" }, more, sea, share);
  const close = button("✕", () => act("close sheet"), { className: "close", "aria-label": "✕ close" });
  const side = h("div", { className: "side" }, h("div", { className: "sheet", hidden: true }, close, panels), game, setup.element, keysHelp());
  const element = h(
    "div",
    { className: "play" },
    h(
      "section",
      { className: "game", "aria-label": "Game" },
      h("h1", { className: "unseen" }, "Play"),
      setup.chips,
      status.element,
      message,
      board,
      bar,
    ),
    side,
  );
  return { element, bar, buttons, share, sea, side, sheet: side.firstChild };
}

function keysHelp() {
  const rows = [
    ["arrows", "move"],
    ["space", "reveal; on a clue: chord"],
    ["f", "flag"],
    ["c", "chord"],
    ["u, Ctrl+Z", "undo"],
    ["y, Ctrl+Y", "redo"],
    ["h", "hint"],
    ["o", "open what is proven"],
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
    h("p", {}, "Mouse: left reveals, right flags, middle chords. Other letters can be chosen under Options."),
    h("p", {}, "Touch: a tap reveals, a long press flags, two fingers zoom; with Flag on, taps set flags."),
  );
}
