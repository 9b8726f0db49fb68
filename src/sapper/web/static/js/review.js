// The review of a finished game: a scrubber over its moves, the guesses, the luck.

import { h, count, percent } from "./dom.js";
import { cellName } from "./codes.js";
import { withNames } from "./sentence.js";
import { preciseTime } from "./status.js";

export class ReviewPanel {
  #onStep;
  #analyse;
  #review = null;
  #rules = null;
  #times = [];

  constructor({ onStep, analyse }) {
    this.#onStep = onStep;
    this.#analyse = analyse;
    this.element = h("section", { className: "card review", "aria-label": "Review", hidden: true });
  }

  hide() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#onStep(null);
  }

  /** `times` are those of the moves, in milliseconds. */
  show(review, rules, outcome, worth, times) {
    this.#review = review;
    this.#rules = rules;
    this.#times = times;
    this.story = h("p", { className: "reason", role: "note" });
    this.scrubber = h("input", {
      type: "range",
      min: 0,
      max: review.steps.length,
      value: review.steps.length,
      "aria-label": "Move of the game",
      oninput: () => this.#goTo(Number(this.scrubber.value)),
    });
    const lost = describeLost(review);
    const parts = [
      h("h2", {}, "Review"),
      h("p", {}, this.#summary(outcome)),
      lost && h("p", {}, lost),
      h("p", { className: "faint" }, describeBoard(worth)),
      h("div", { className: "row middle" }, this.scrubber),
      this.story,
      this.#table(),
    ];
    this.element.replaceChildren(...parts.filter(Boolean));
    this.element.hidden = false;
  }

  #summary(outcome) {
    const { guesses, needlessGuesses, survivals, expectedSurvivals, chanceOfAll, pluck } = this.#review;
    if (guesses === 0) return `${outcome === "won" ? "Won" : "Played"} without a guess.`;
    const many = count(guesses, "guess", "guesses");
    const luck = `expected to survive ${expectedSurvivals.toFixed(2)}, survived ${survivals}, pLuck ${pluck.toFixed(2)}`;
    const all = `the chance to survive them all was ${percent(chanceOfAll)}`;
    const rest = needlessGuesses ? ` ${needlessGuesses} not needed: a safe cell was provable.` : "";
    return `${many}: ${luck}; ${all}.${rest}`;
  }

  #table() {
    const { columns } = this.#rules;
    const rows = this.#review.steps.flatMap((step, i) => {
      if (!isGuess(step)) return [];
      const go = h("button", { type: "button", "aria-label": `${i + 1}: go to this move`, onclick: () => this.#jump(i) }, String(i + 1));
      const better =
        step.better === null || step.better === step.cell
          ? "none"
          : `${cellName(step.better, columns)}, ${step.missed ? "safe" : percent(step.betterRisk)}`;
      return [
        h(
          "tr",
          {},
          h("td", {}, go),
          h("td", {}, withNames(`${cellName(step.cell, columns)}${step.survived ? "" : " ✹"}`)),
          h("td", { className: "number" }, percent(step.risk)),
          h("td", {}, withNames(better)),
          h("td", { className: "number" }, lostWord(step)),
        ),
      ];
    });
    if (rows.length === 0) return null;
    const heads = ["Move", "Cell", "Risk", "Better", "Lost"];
    return h(
      "div",
      { className: "scroll wide", tabIndex: 0, role: "region", "aria-label": "Guesses of the game" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", className: ["Risk", "Lost"].includes(text) ? "number" : "" }, text)))),
        h("tbody", {}, rows),
      ),
    );
  }

  /** When a move was made; nothing where the moves came without their times. */
  #timeOf(i) {
    return this.#times.at(-1) > 0 ? `, ${preciseTime(this.#times[i])} s` : "";
  }

  #jump(i) {
    this.scrubber.value = String(i);
    this.#goTo(i);
  }

  /** Shows the position before move i, with what was known; the last is the end itself. */
  async #goTo(i) {
    const { steps } = this.#review;
    if (i >= steps.length) {
      this.story.textContent = "The end of the game.";
      this.#onStep(null);
      return;
    }
    const step = steps[i];
    const { columns } = this.#rules;
    const cells = step.before;
    const outlines = { clues: [], cells: [step.cell], areMines: step.survived === false };
    const missed = step.missed ? ` Missed: ${step.why}.` : "";
    this.story.replaceChildren(...withNames(`Move ${i + 1}${this.#timeOf(i)}: ${describe(step, columns)}${missed}`));
    this.#onStep({ cells, outlines });
    if (step.risk === null) return;
    const { rows, mines } = this.#rules;
    const { risk } = await this.#analyse({ columns, rows, mines, cells });
    if (Number(this.scrubber.value) === i) this.#onStep({ cells, outlines, risk });
  }
}

const isGuess = (step) => step.kind.endsWith("guess");

function describeBoard({ needsNoGuess, threeBv, openings, hardest, title }) {
  const size = `3BV ${threeBv}, ${count(openings, "opening")}`;
  if (!needsNoGuess) return `The board: ${size}; it cannot be solved from there without a guess.`;
  return `The board: ${size}; no guess needed, ${title} (${hardest}).`;
}

/** What the guesses gave away: the chance to win where exact, elsewhere risk. */
function describeLost({ guesses, guessesByValue, valueLost, guessesByRisk, riskLost }) {
  if (guesses === 0) return "";
  const many = (number) => count(number, "guess", "guesses");
  const parts = [];
  // Each is a part of the chance that was left at its guess, so that the sum of several may pass 100 %.
  if (guessesByValue === 1) parts.push(`gave away ${(100 * valueLost).toFixed(1)} % of a win against best play (exact, 1 guess)`);
  else if (guessesByValue) parts.push(`gave away ${(100 * valueLost).toFixed(1)} % of a win, summed over ${many(guessesByValue)}, each against best play from there (exact)`);
  if (guessesByRisk) parts.push(`risked ${(100 * riskLost).toFixed(1)} % beyond the least on offer (${many(guessesByRisk)} too early for exact values)`);
  const text = parts.join("; ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

const lostWord = ({ lost, lostBy }) => `${percent(lost)} ${lostBy === "value" ? "win" : "risk"}`;

const VERBS = { reveal: "revealed", flag: "flagged", unflag: "took the flag from", chord: "chorded on" };

function describe(step, columns) {
  const done = `${VERBS[step.move]} ${cellName(step.cell, columns)}`;
  if (step.kind === "first") return `${done}, the first cell.`;
  if (step.risk === null) return `${done}.`;
  if (!isGuess(step)) return `${done}, which was proven safe.`;
  const end = step.survived ? "it was safe" : "it was a mine";
  return `${done} at a risk of ${percent(step.risk)}; ${end}.${describeValue(step, columns)}`;
}

/** What a guess was worth beside the best move, where that is known. */
function describeValue({ value, bestValue, bestMove, lost }, columns) {
  if (value === null) return "";
  const worth = ` The chance to win after it was ${percent(value)}`;
  if (lost === 0 || bestMove === null) return `${worth}, as good as any.`;
  return `${worth}; ${percent(bestValue)} by best play, from ${cellName(bestMove, columns)} on.`;
}
