// The end of a game: its numbers, kept for the statistics, and the banner that shows them.

import { h, announce, button, count } from "./dom.js";
import { efficiencyOf, speedOf } from "./statistics.js";
import { preciseTime, scoreOf } from "./status.js";
import { sizeOf } from "./links.js";

/** What the statistics keep of a game that is over. */
export function resultOf(session, review, worth) {
  const { rules, state } = session;
  return {
    id: session.id,
    began: session.began,
    on: sizeOf(rules),
    first: rules.firstClick,
    game: rules.game,
    guessing: rules.guessing,
    noGuess: session.needsNoGuess,
    outcome: state.outcome,
    time: session.elapsed,
    clicks: session.moves.length,
    threeBv: worth.threeBv,
    hardest: worth.needsNoGuess ? worth.title : "needs a guess",
    guesses: review.guesses,
    needless: review.needlessGuesses,
    survivals: review.survivals,
    expected: review.expectedSurvivals,
    pluck: review.pluck,
    minesHit: state.minesHit,
    hints: session.hints,
    undone: session.undone,
    assisted: session.assisted,
  };
}

const GUESSED = {
  fair: "Fair guessing: a forced guess was safe, a needless one a mine, wherever the clues allowed it.",
  kind: "Kind guessing: a forced guess was safe wherever the clues allowed it.",
};

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

function found({ guesses, needless }) {
  if (guesses === 0) return "No guess: everything was proven.";
  const rest = needless === 0 ? "none that was not needed" : `${needless} not needed`;
  return `${count(guesses, "guess", "guesses")}, ${rest}.`;
}

/** Help that a game had, in words; empty where it had none. */
export function helpOf({ hints, undone, assisted }) {
  const parts = [hints && count(hints, "hint"), undone && `${undone} taken back`, assisted && "risks or proven cells shown"];
  return parts.filter(Boolean).join(", ");
}

export class ResultBanner {
  constructor({ onNew, onRetry }) {
    this.element = h("section", { className: "card result", "aria-label": "Result", hidden: true });
    this.buttons = h("div", { className: "row" }, button("New game", onNew, { className: "main" }), button("Same mines again", onRetry));
  }

  hide() {
    this.element.hidden = true;
  }

  show(session, result) {
    const isWon = result.outcome === "won";
    const title =
      result.game === "score"
        ? `Done: score ${scoreOf(session)}, ${count(result.minesHit, "mine")} hit`
        : `${isWon ? "Won" : "Lost"} ${isWon ? "in" : "after"} ${preciseTime(result.time)} s`;
    const numbers = [
      isWon && ["3BV a second", speedOf(result).toFixed(2)],
      isWon && ["Efficiency", `${Math.round(100 * efficiencyOf(result))} %`],
      ["Luck", signed(result.survivals - result.expected), "Guesses survived, less those to be expected"],
      ["pLuck", result.pluck.toFixed(2), "The sum of −log10 of the chances of the guesses that went well"],
      ["3BV", String(result.threeBv)],
    ].filter(Boolean);
    const help = helpOf(result);
    this.element.dataset.outcome = result.outcome;
    this.element.replaceChildren(
      h("h2", {}, title),
      h("dl", { className: "numbers-of" }, numbers.map(([name, value, why]) => h("div", { title: why ?? null }, h("dt", {}, name), h("dd", {}, value)))),
      h("p", {}, found(result)),
      ...(result.guessing === "uniform" ? [] : [h("p", { className: "faint" }, GUESSED[result.guessing])]),
      ...(help ? [h("p", { className: "faint" }, `With help: ${help}.`)] : []),
      ...(session.isRepeat ? [h("p", { className: "faint" }, "The same board again does not count in the statistics.")] : []),
      this.buttons,
    );
    this.element.hidden = false;
    announce(`${title}. ${found(result)}`);
  }
}
