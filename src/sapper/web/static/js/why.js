// The reason of a cell: the sentence, the technique, and a walk through its chain.

import { h, button, announce } from "./dom.js";
import { cellName } from "./codes.js";
import { withNames } from "./sentence.js";

/** Shows a reason in a panel; `onStep` gets the outlines to paint. */
export class WhyPanel {
  #onStep;
  constructor(onStep) {
    this.#onStep = onStep;
    this.element = h("section", { className: "card why", "aria-label": "Why", hidden: true });
  }

  hide() {
    this.element.hidden = true;
    this.#onStep(null);
  }

  show(reason, columns, title = "Why") {
    const outlines = { clues: reason.clues, cells: [reason.cell], areMines: reason.isMine };
    const steps = reason.chain.map((step, i) =>
      h(
        "li",
        {},
        h("button", { type: "button", onclick: () => this.#walk(reason, i), "aria-pressed": "false" }, withNames(step.text)),
      ),
    );
    this.steps = steps.map((step) => step.firstChild);
    this.element.replaceChildren(
      h("h2", {}, title),
      h("p", { className: "reason" }, withNames(reason.sentence)),
      h("p", {}, h("span", { className: "tag" }, reason.technique), ` ${this.#teach(reason)}`),
      ...(steps.length > 1
        ? [h("h3", {}, "Step by step"), h("ol", { className: "steps" }, steps)]
        : []),
    );
    this.element.hidden = false;
    this.#onStep(outlines);
    announce(`${reason.sentence}. ${reason.technique}`);
    this.columns = columns;
  }

  #teach({ meaning, steps }) {
    return steps > 1 ? `${meaning} in ${steps} steps` : meaning;
  }

  #walk(reason, i) {
    this.steps.forEach((step, k) => step.setAttribute("aria-pressed", String(k === i)));
    this.#onStep(reason.chain[i]);
    const { clues, text } = reason.chain[i];
    announce(`step ${i + 1}: ${text}; clues ${clues.map((c) => cellName(c, this.columns)).join(" ")}`);
  }

  /** A sentence without a proof: a risk, a contradiction. */
  tell(title, text, outlines = null, isProblem = false) {
    this.element.replaceChildren(
      h("h2", {}, title),
      h("p", { className: isProblem ? "problem" : "reason" }, withNames(text)),
    );
    this.element.hidden = false;
    this.#onStep(outlines);
    announce(text);
  }
}
