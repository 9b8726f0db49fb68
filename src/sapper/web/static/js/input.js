// Keyboard, mouse and touch on a grid, turned into actions.
//
// mouse: left = reveal, right = flag, middle = chord; touch: tap = reveal, long press =
// flag, two fingers = zoom; keys: arrows, home, end, page up and down move, space or
// enter reveals, and `keys()` maps further ones to actions.

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

/** Listens to { onAct, keys, longPress, drags }; what comes back handles a key that was pressed elsewhere on the page. */
export function listenToGrid(host, view, handlers) {
  const { onAct, keys } = handlers;
  listenToPointer(host, view, handlers);
  listenToPinch(host, view);
  // A screen reader may put the focus on any cell by itself; keys then mean that cell.
  host.addEventListener("focusin", ({ target }) => {
    const cell = Number(target.dataset?.cell ?? NaN);
    if (Number.isInteger(cell) && cell !== view.focused) view.focus(cell, false);
  });
  const key = (event) => pressKey(event, view, onAct, keys());
  host.addEventListener("keydown", key);
  return { key };
}

function actionOf(event, keys) {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return key === "y" ? "redo" : null;
  }
  if (key === " " || key === "Enter") return "reveal";
  return keys[event.key] ?? keys[key] ?? null;
}

function pressKey(event, view, onAct, keys) {
  const step = !event.ctrlKey && !event.metaKey && !event.altKey && STEPS[event.key];
  if (step) {
    event.preventDefault();
    view.step(...step);
    onAct("moved", view.focused);
    return;
  }
  const action = actionOf(event, keys);
  if (!action) return;
  event.preventDefault();
  onAct(action, view.focused, event.key);
}

/** Keys of a page that work wherever its focus is, but where they are needed to write or to press. */
export function listenEverywhere(host, view, input, isShown) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!isShown() || event.defaultPrevented || host.contains(target)) return;
    if (target.closest?.("input, select, textarea, dialog")) return;
    const isControl = target.closest?.("a, button, summary, [tabindex]:not(main)");
    if (isControl && (event.key === " " || event.key === "Enter")) return;
    input.key(event);
  });
}

function listenToPointer(host, view, { onAct, longPress = () => 380, drags = () => false }) {
  let press = null;
  const forget = () => {
    if (press) clearTimeout(press.timer);
    press = null;
    view.press(null);
  };
  host.addEventListener("pointerdown", (event) => {
    const cell = view.cellAt(event.clientX, event.clientY);
    forget();
    if (cell === null || !event.isPrimary) return;
    press = { cell, x: event.clientX, y: event.clientY, button: event.button, type: event.pointerType };
    if (event.button !== 2) view.press(cell);
    if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        navigator.vibrate?.(12);
        view.focus(cell, false);
        onAct("flag", cell, "long press");
        forget();
      }, longPress());
    }
    if (event.button === 1) event.preventDefault();
  });
  host.addEventListener("pointermove", (event) => {
    if (!press || !event.isPrimary) return;
    const drag = drags();
    const at = view.cellAt(event.clientX, event.clientY);
    if (drag && at !== null && press.button === 0 && (press.isDragged || at !== press.cell)) {
      if (!press.isDragged) onAct("drag", press.cell, press.type);
      press.isDragged = true;
      clearTimeout(press.timer);
      onAct("drag", at, press.type);
    } else if (press.type === "mouse") {
      view.press(at === press.cell && press.button !== 2 ? press.cell : null);
    } else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOST_WANDER) forget();
  });
  host.addEventListener("pointerup", (event) => {
    const held = press;
    forget();
    if (!held || !event.isPrimary || held.isDragged) return;
    // A button released on another cell than it was pressed on does nothing.
    if (view.cellAt(event.clientX, event.clientY) !== held.cell) return;
    view.focus(held.cell, held.type === "mouse");
    const action = { 0: "reveal", 1: "chord", 2: "flag" }[held.button];
    if (action) onAct(action, held.cell, held.type);
  });
  host.addEventListener("pointercancel", forget);
  host.addEventListener("pointerleave", () => press?.type === "mouse" && view.press(null));
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
      const [a, b] = event.touches;
      const size = (start.size * spread(event.touches)) / start.spread;
      view.zoom(size, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    },
    { passive: false },
  );
  host.addEventListener("touchend", begin, { passive: true });
}
