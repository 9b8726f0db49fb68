// What stands over the grid: mines left, the face that begins a new game, the time.

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const MOUTHS = {
  playing: "M8 15.5q4 3 8 0",
  won: "M7 14.5q5 6 10 0z",
  lost: "M8 17.5q4 -4 8 0",
  stuck: "M8 16.5h8",
};

function drawFace() {
  const make = (tag, attributes) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const face = make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "face" });
  const mouth = make("path", { d: MOUTHS.playing, class: "mouth" });
  face.append(
    make("circle", { cx: 12, cy: 12, r: 10.5, class: "skin" }),
    make("path", { d: "M8.5 8.6v2.2M15.5 8.6v2.2", class: "eyes" }),
    make("path", { d: "M7 8l3 3M10 8l-3 3M14 8l3 3M17 8l-3 3", class: "crosses" }),
    make("path", { d: "M4.5 8.2h15l-1 3.2q-2.5 1.6 -5 0l-1 -2h-1l-1 2q-2.5 1.6 -5 0z", class: "shades" }),
    mouth,
  );
  return { face, mouth };
}

const seconds = (milliseconds) => String(Math.floor(milliseconds / 1000));

/** A time with its hundredths: 12.34, or 2:03.50. */
export function preciseTime(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  const rest = ((milliseconds % 60_000) / 1000).toFixed(2);
  return minutes ? `${minutes}:${rest.padStart(5, "0")}` : rest;
}

export class Status {
  #session = null;
  #timer = 0;

  constructor(onNew) {
    this.minesLeft = h("b", {}, "0");
    this.minesWord = h("span", {}, "mines left");
    this.left = h("b", {}, "0");
    this.leftWord = h("span", {}, "safe cells left");
    this.time = h("b", {}, "0");
    this.gradeName = h("b", {});
    this.grade = h("div", { className: "grade", hidden: true }, h("span", {}, "difficulty: "), this.gradeName);
    const { face, mouth } = drawFace();
    this.mouth = mouth;
    this.face = h("button", { type: "button", className: "face", onclick: onNew, "aria-label": "New game", title: "New game" }, face);
    this.element = h(
      "div",
      { className: "counters" },
      h("div", {}, this.minesLeft, " ", this.minesWord),
      this.face,
      h("div", {}, this.time, " ", h("span", {}, "seconds")),
      h("div", { className: "small" }, this.left, " ", this.leftWord),
      this.grade,
    );
  }

  /** Follows a session's clock. */
  follow(session) {
    this.#session = session;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 200);
  }

  stop() {
    clearInterval(this.#timer);
  }

  #tick() {
    if (!this.#session.isOver) this.time.textContent = seconds(this.#session.elapsed);
  }

  /** Names the hardest technique that the board needs; null where it is not to be known yet. */
  showGrade(title) {
    this.grade.hidden = title === null;
    this.gradeName.textContent = title ?? "";
  }

  show() {
    const { state, rules, isOver, elapsed } = this.#session;
    const isWon = state.outcome === "won";
    this.element.dataset.outcome = state.outcome;
    this.mouth.setAttribute("d", MOUTHS[state.outcome]);
    // A board that is won has no mine left to find, flagged or not.
    const mines = isWon ? 0 : rules.mines - state.numFlags - state.minesHit;
    this.minesLeft.textContent = String(mines);
    this.minesWord.textContent = mines === 1 ? "mine left" : "mines left";
    this.left.textContent = String(state.safeLeft);
    this.leftWord.textContent = state.safeLeft === 1 ? "safe cell left" : "safe cells left";
    this.time.textContent = isOver ? preciseTime(elapsed) : seconds(elapsed);
    if (rules.game === "score") this.leftWord.textContent += ` · score ${scoreOf(this.#session)}`;
  }
}

/** The share of the mines that was found without stepping on them. */
export function scoreOf({ rules, state }) {
  return rules.mines === 0 ? "1" : (1 - state.minesHit / rules.mines).toFixed(3);
}
