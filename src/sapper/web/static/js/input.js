// Keyboard, mouse and touch on a grid, turned into actions.
//
// mouse: left = reveal, right = flag, middle = chord; touch: tap = reveal, long press =
// flag, two fingers = zoom; keys: arrows, home, end, page up and down move, space or
// enter reveals, and `keys` maps further ones to actions.

const LONG_PRESS = 380;
const MOST_WANDER = 12;

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-5, 0],
  PageDown: [5, 0],
  Home: [0, -1e6],
  End: [0, 1e6],
};

export function listenToGrid(host, view, onAct, keys) {
  listenToKeys(host, view, onAct, keys);
  listenToPointer(host, view, onAct);
  listenToPinch(host, view);
}

function listenToKeys(host, view, onAct, keys) {
  // A screen reader may put the focus on any cell by itself; keys then mean that cell.
  host.addEventListener("focusin", ({ target }) => {
    const cell = Number(target.dataset?.cell ?? NaN);
    if (Number.isInteger(cell) && cell !== view.focused) view.focus(cell, false);
  });
  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      view.step(...step);
      onAct("moved", view.focused);
      return;
    }
    const action = event.key === " " || event.key === "Enter" ? "reveal" : keys[event.key];
    if (!action) return;
    event.preventDefault();
    onAct(action, view.focused, event.key);
  });
}

function listenToPointer(host, view, onAct) {
  let press = null;
  const forget = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  host.addEventListener("pointerdown", (event) => {
    const cell = view.cellAt(event.clientX, event.clientY);
    forget();
    if (cell === null || !event.isPrimary) return;
    press = { cell, x: event.clientX, y: event.clientY, button: event.button, type: event.pointerType };
    if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        navigator.vibrate?.(12);
        view.focus(cell, false);
        onAct("flag", cell, "long press");
        forget();
      }, LONG_PRESS);
    }
    if (event.button === 1) event.preventDefault();
  });
  host.addEventListener("pointermove", (event) => {
    if (!press || !event.isPrimary) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOST_WANDER) {
      if (press.type !== "mouse") forget();
    }
  });
  host.addEventListener("pointerup", (event) => {
    const held = press;
    forget();
    if (!held || !event.isPrimary) return;
    // A button released on another cell than it was pressed on does nothing.
    if (view.cellAt(event.clientX, event.clientY) !== held.cell) return;
    view.focus(held.cell, held.type === "mouse");
    const action = { 0: "reveal", 1: "chord", 2: "flag" }[held.button];
    if (action) onAct(action, held.cell, held.type);
  });
  host.addEventListener("pointercancel", forget);
  host.addEventListener("contextmenu", (event) => {
    if (view.cellAt(event.clientX, event.clientY) !== null) event.preventDefault();
  });
}

function listenToPinch(host, view) {
  let start = null;
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const begin = (event) => {
    start = event.touches.length === 2 ? { spread: spread(event.touches), size: view.size } : null;
  };
  host.addEventListener("touchstart", begin, { passive: true });
  host.addEventListener(
    "touchmove",
    (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      view.zoom((start.size * spread(event.touches)) / start.spread);
    },
    { passive: false },
  );
  host.addEventListener("touchend", begin, { passive: true });
}
