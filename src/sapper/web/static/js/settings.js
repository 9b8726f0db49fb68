// What a person has chosen, kept on the shelf: one value each, with a default.

import { FIRST_CLICKS, GUESSINGS } from "./codes.js";

/** The keys of a game and what they do; a person may give an action another letter. */
export const KEYS = { flag: "f", chord: "c", undo: "u", redo: "y", hint: "h", proven: "o", restart: "r", retry: "t", new: "n" };

const isFlag = (value) => typeof value === "boolean";
const oneOf = (...values) => (value) => values.includes(value);
const isText = (value) => typeof value === "string" && value.length < 40;

// Name: [default, whether a value may be one].
const KNOWN = {
  theme: ["system", oneOf("system", "light", "dark")],
  on: ["beginner", isText],
  first: ["safe", oneOf(...FIRST_CLICKS)],
  game: ["normal", oneOf("normal", "score")],
  guessing: ["uniform", oneOf(...GUESSINGS)],
  noGuess: [false, isFlag],
  chord: [true, isFlag],
  questions: [false, isFlag],
  longPress: [380, (value) => Number.isInteger(value) && value >= 150 && value <= 1500],
  numbers: [true, isFlag],
  risks: [false, isFlag],
  autoplay: [false, isFlag],
  keys: [KEYS, (value) => Object.keys(KEYS).every((action) => /^\S$/u.test(value?.[action] ?? ""))],
};

export class Settings {
  #shelf;
  #values;
  #listeners = [];

  constructor(shelf) {
    this.#shelf = shelf;
    this.#read();
    shelf.onElsewhere((name) => {
      if (name !== "settings") return;
      this.#read();
      for (const listener of this.#listeners) listener();
    });
  }

  #read() {
    const saved = this.#shelf.get("settings") ?? {};
    const take = ([name, [usual, isRight]]) => [name, isRight(saved[name]) ? saved[name] : usual];
    this.#values = Object.fromEntries(Object.entries(KNOWN).map(take));
  }

  get(name) {
    return this.#values[name];
  }

  /** Keeps what was chosen and informs who listens. */
  set(changes) {
    Object.assign(this.#values, changes);
    this.#shelf.set("settings", this.#values);
    for (const listener of this.#listeners) listener();
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** What each key does. */
  get actions() {
    return Object.fromEntries(Object.entries(this.#values.keys).map(([action, key]) => [key, action]));
  }
}
