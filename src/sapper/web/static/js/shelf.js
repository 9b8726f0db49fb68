// What the page remembers, in this browser only: named data with a version.
//
// Data that cannot be read is told and set aside under another name, never overwritten;
// a browser that keeps nothing (a private window, a full disk) is told once.

const PREFIX = "sapper.";
const VERSION = 1;

export class Shelf {
  #store;
  #tell;
  #isTold = false;

  /** `tell` gets a sentence where something could not be read or kept. */
  constructor(tell, store = openStore()) {
    this.#tell = tell;
    this.#store = store;
  }

  /** The data of a name as `read` makes it, or null; `read` throws on what it does not understand. */
  get(name, read = (data) => data) {
    const text = this.#store?.getItem(PREFIX + name) ?? null;
    if (text === null) return null;
    try {
      const { version, data } = JSON.parse(text);
      if (version !== VERSION) throw new Error(`written by another version (${version})`);
      return read(data);
    } catch (error) {
      this.setAside(name, error);
      return null;
    }
  }

  /** Moves what cannot be used to a name of its own, and says so. */
  setAside(name, error) {
    const text = this.#store?.getItem(PREFIX + name) ?? null;
    if (text === null) return;
    let number = 1;
    while (this.#store.getItem(`${PREFIX}damaged.${name}.${number}`) !== null) number += 1;
    try {
      this.#store.setItem(`${PREFIX}damaged.${name}.${number}`, text);
      this.#store.removeItem(PREFIX + name);
    } catch {
      // Full: it stays where it is, which is no loss either.
    }
    this.#tell(`What was saved as '${name}' cannot be read and was set aside: ${error.message}.`);
  }

  set(name, data) {
    try {
      if (!this.#store) throw new Error("it keeps nothing");
      this.#store.setItem(PREFIX + name, JSON.stringify({ version: VERSION, data }));
      return true;
    } catch (error) {
      if (!this.#isTold) this.#tell(`This browser does not save the game: ${error.message}.`);
      this.#isTold = true;
      return false;
    }
  }

  remove(name) {
    this.#store?.removeItem(PREFIX + name);
  }

  /** The names that begin so. */
  names(start) {
    const keys = Array.from({ length: this.#store?.length ?? 0 }, (_, i) => this.#store.key(i));
    return keys.filter((key) => key.startsWith(PREFIX + start)).map((key) => key.slice(PREFIX.length));
  }

  /** Calls back with a name when another tab of this browser has changed it. */
  onElsewhere(callback) {
    globalThis.addEventListener?.("storage", ({ key }) => key?.startsWith(PREFIX) && callback(key.slice(PREFIX.length)));
  }
}

function openStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
