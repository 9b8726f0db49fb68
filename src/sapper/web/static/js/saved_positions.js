// Positions that a person keeps for later, by names of their own.

import { h, button, field } from "./dom.js";

const MOST = 200;

export class SavedPositions {
  #shelf;
  #current;
  #open;

  /** `current()` is the position's text, `open(text)` shows one. */
  constructor(shelf, { current, open }) {
    this.#shelf = shelf;
    this.#current = current;
    this.#open = open;
    this.name = field("Name", { maxLength: 60, autocomplete: "off" });
    this.list = h("ul", { className: "index" });
    this.element = h(
      "details",
      { className: "card" },
      h("summary", {}, "Saved positions"),
      h("form", { className: "row", onsubmit: (event) => this.#save(event) }, this.name.label, h("button", { type: "submit" }, "Save this one")),
      this.list,
    );
    this.#show();
  }

  get #kept() {
    const kept = this.#shelf.get("positions");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.name === "string" && typeof one.text === "string") : [];
  }

  #save(event) {
    event.preventDefault();
    const text = this.#current();
    const name = this.name.input.value.trim() || text.slice(0, 40);
    this.#shelf.set("positions", [{ name, text }, ...this.#kept.filter((one) => one.name !== name)].slice(0, MOST));
    this.name.input.value = "";
    this.#show();
  }

  #forget(name) {
    this.#shelf.set("positions", this.#kept.filter((one) => one.name !== name));
    this.#show();
  }

  #show() {
    const items = this.#kept.map(({ name, text }) =>
      h(
        "li",
        {},
        button(name, () => this.#open(text), { className: "quiet" }),
        button("Delete", () => this.#forget(name), { className: "quiet", "aria-label": `Delete ${name}` }),
      ),
    );
    this.list.replaceChildren(...items);
  }
}
