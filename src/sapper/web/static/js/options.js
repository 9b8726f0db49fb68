// Options: how the page looks and how a game is handled.

import { h, button, check, field, select } from "./dom.js";
import { KEYS } from "./settings.js";

const ACTIONS = {
  flag: "flag",
  chord: "chord",
  undo: "undo",
  redo: "redo",
  hint: "hint",
  proven: "open what is proven",
  restart: "restart",
  retry: "retry",
  new: "new game",
};

export class OptionsDialog {
  #settings;

  constructor(settings) {
    this.#settings = settings;
    this.problem = h("p", { className: "problem", role: "alert" });
    this.content = h("div", { className: "stack tight" });
    this.element = h(
      "dialog",
      { className: "card", "aria-label": "Options" },
      h("h2", {}, "Options"),
      this.content,
      this.problem,
      h("div", { className: "row" }, button("Done", () => this.element.close(), { className: "main" })),
    );
  }

  open() {
    const { content } = this;
    const get = (name) => this.#settings.get(name);
    const set = (name) => (value) => this.#settings.set({ [name]: value });
    const themes = [["system", "as the system"], ["light", "light"], ["dark", "dark"]];
    const press = field("Long press, milliseconds", {
      type: "number",
      min: 150,
      max: 1500,
      step: 10,
      value: get("longPress"),
      onchange: () => this.#setPress(press.input),
    });
    content.replaceChildren(
      select("Colours", themes, get("theme"), set("theme")).label,
      check("row and column numbers", get("numbers"), set("numbers")).label,
      check("a click on a clue opens around it (chord)", get("chord"), set("chord")).label,
      check("question marks after flags", get("questions"), set("questions")).label,
      check("show risks while playing (counts as help)", get("risks"), set("risks")).label,
      check("open proven cells by themselves (counts as help)", get("autoplay"), set("autoplay")).label,
      press.label,
      this.#keys(),
    );
    this.problem.textContent = "";
    if (!this.element.open) this.element.showModal();
  }

  #setPress(input) {
    const longPress = Number(input.value);
    const isRight = Number.isInteger(longPress) && longPress >= 150 && longPress <= 1500;
    this.problem.textContent = isRight ? "" : "Expected 150 to 1500 milliseconds.";
    if (isRight) this.#settings.set({ longPress });
  }

  #keys() {
    const keys = this.#settings.get("keys");
    const fields = Object.entries(ACTIONS).map(([action, words]) => {
      const one = field(words, { value: keys[action], maxLength: 1, size: 2, onchange: () => this.#setKey(action, one.input) });
      return one.label;
    });
    const usual = button("Usual keys", () => {
      this.#settings.set({ keys: KEYS });
      this.open();
    });
    return h("details", {}, h("summary", {}, "Keys"), h("div", { className: "row" }, fields), usual);
  }

  #setKey(action, input) {
    const key = input.value.trim().toLowerCase();
    const keys = this.#settings.get("keys");
    const other = Object.keys(keys).find((one) => one !== action && keys[one] === key);
    if (key.length !== 1 || other) {
      this.problem.textContent = other ? `'${key}' is the key of ${ACTIONS[other]}.` : "Expected one letter.";
      input.value = keys[action];
      return;
    }
    this.problem.textContent = "";
    this.#settings.set({ keys: { ...keys, [action]: key } });
  }
}
