// The games of this browser: the one that is played, those begun and left, those that are over.
//
//   game.ID   a game with its moves and times, as `session.js` saves it
//   current   the id of the game touched last, in any tab
//   results   a line for each game that is over, for the statistics; it outlives its moves

import { readSaved } from "./session.js";

const MOST_WITH_MOVES = 300;
const MOST_RESULTS = 20_000;
const TABS_GAME = "sapper.game";

const isId = (id) => typeof id === "string" && /^[\w-]{1,40}$/.test(id);
const byBegin = (a, b) => (a.began < b.began ? 1 : a.began > b.began ? -1 : 0);

export class Archive {
  #shelf;
  #tab;

  /** `tab` remembers which game this tab plays. */
  constructor(shelf, tab = openTab()) {
    this.#shelf = shelf;
    this.#tab = tab;
  }

  /** Saves a game as it is now. Nothing is worth keeping before the first move. */
  keep(session) {
    this.#remember(session.id);
    if (session.moves.length + session.redone.length === 0) return;
    const saved = session.save();
    if (!this.#shelf.set(`game.${session.id}`, saved) && this.#makeRoom(session.id)) {
      this.#shelf.set(`game.${session.id}`, saved);
    }
    this.#shelf.set("current", session.id);
  }

  #remember(id) {
    try {
      this.#tab?.setItem(TABS_GAME, id);
    } catch {
      // The tab then takes the game that was touched last.
    }
  }

  /** The game to go on with: that of this tab, else the one touched last; null where there is none. */
  current() {
    for (const id of [this.#tab?.getItem(TABS_GAME), this.#shelf.get("current")]) {
      const saved = isId(id) ? this.load(id) : null;
      if (saved) return saved;
    }
    return null;
  }

  /** A saved game, or null; what is damaged is set aside. */
  load(id) {
    return isId(id) ? this.#shelf.get(`game.${id}`, checked) : null;
  }

  setAside(id, error) {
    this.#shelf.setAside(`game.${id}`, error);
  }

  /** All saved games, the newest first. */
  games() {
    const ids = this.#shelf.names("game.").map((name) => name.slice("game.".length));
    return ids.map((id) => this.load(id)).filter(Boolean).sort(byBegin);
  }

  // Results

  results() {
    return this.#shelf.get("results", readResults) ?? [];
  }

  /** Adds the result of a game. The first end of a game stands: what is taken back after it does not. */
  finish(result) {
    const results = this.results();
    const at = results.findIndex((one) => one.id === result.id);
    if (at < 0) results.push(result);
    else results[at] = { ...results[at], wasTakenBack: true };
    this.#shelf.set("results", results.slice(-MOST_RESULTS));
    this.#makeRoom(result.id, MOST_WITH_MOVES);
  }

  forget(id) {
    this.#shelf.remove(`game.${id}`);
    this.#shelf.set("results", this.results().filter((one) => one.id !== id));
  }

  forgetAll() {
    for (const name of this.#shelf.names("game.")) this.#shelf.remove(name);
    this.#shelf.remove("results");
    this.#shelf.remove("current");
  }

  /** Drops the moves of old games that are over; whether any went. */
  #makeRoom(keepId, most = 0) {
    if (this.#shelf.names("game.").length <= most) return false;
    const over = this.games().filter((game) => game.outcome !== "playing" && game.id !== keepId);
    const old = over.slice(most || Math.ceil(over.length / 2));
    for (const { id } of old) this.#shelf.remove(`game.${id}`);
    return old.length > 0;
  }

  // Files

  /** Everything as text, to be read by `importAll` in another browser. */
  exportAll() {
    return JSON.stringify({ sapper: 1, results: this.results(), games: this.games() });
  }

  /** Adds what another browser wrote; returns how many results and games were new. */
  importAll(text) {
    const { sapper, results, games } = parse(text);
    if (sapper !== 1 || !Array.isArray(games)) throw new Error("expected a file of games that this page has written");
    const known = this.results();
    const ids = new Set(known.map((one) => one.id));
    const added = readResults(results).filter((one) => !ids.has(one.id));
    games.forEach(checked);
    const newGames = games.filter(({ id }) => this.load(id) === null);
    const isKept = newGames.every((game) => this.#shelf.set(`game.${game.id}`, game));
    const all = [...known, ...added].sort((a, b) => -byBegin(a, b)).slice(-MOST_RESULTS);
    if (!this.#shelf.set("results", all) || !isKept) throw new Error("this browser has no room for all of these games");
    return { results: added.length, games: newGames.length };
  }

  /** Calls back with the id of a game that another tab has changed. */
  onElsewhere(callback) {
    this.#shelf.onElsewhere((name) => name.startsWith("game.") && callback(name.slice("game.".length)));
  }
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Error("expected a file of games that this page has written, this is no JSON");
  }
}

function checked(data) {
  readSaved(data);
  return data;
}

const TEXTS = ["id", "began", "on", "first", "game", "outcome"];
const NUMBERS = ["time", "clicks", "threeBv", "guesses", "needless", "survivals", "expected", "hints", "undone"];

function readResults(data) {
  if (!Array.isArray(data)) throw new Error("expected a list of results");
  for (const one of data) {
    const isRight =
      isId(one?.id) &&
      TEXTS.every((name) => typeof one[name] === "string" && one[name].length <= 40) &&
      NUMBERS.every((name) => Number.isFinite(one[name]) && one[name] >= 0) &&
      (one.pluck === undefined || (Number.isFinite(one.pluck) && one.pluck >= 0));
    if (!isRight) throw new Error("a result is damaged");
  }
  return data;
}

function openTab() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
