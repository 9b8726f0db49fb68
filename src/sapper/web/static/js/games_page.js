// Games: a person's statistics over time, and the games kept in this browser.

import { h, announce, button, count, percent } from "./dom.js";
import { byGroup, isUnaided, speedOf, winsOverTime } from "./statistics.js";
import { helpOf } from "./result.js";
import { preciseTime } from "./status.js";

const FIRST_SHOWN = 30;
const OUTCOMES = { won: "won", lost: "lost", playing: "running", stuck: "stuck" };

export class GamesPage {
  #go;
  #archive;
  #shown = FIRST_SHOWN;
  #withHelp = true;

  constructor(go, { archive }) {
    this.#go = go;
    this.#archive = archive;
    this.message = h("p", { className: "message" });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "File of games", onchange: () => this.#import() });
    this.content = h("div", { className: "stack" });
    this.element = h("div", { className: "stack" }, h("h1", { className: "unseen" }, "Games"), this.content);
  }

  open() {
    this.#go("games", "");
    this.#show();
  }

  leave() {}

  #show() {
    const results = this.#archive.results();
    const games = this.#archive.games();
    this.content.replaceChildren(this.#statistics(results), this.#list(games, results), this.#files());
  }

  // Statistics

  #statistics(all) {
    const results = this.#withHelp ? all : all.filter(isUnaided);
    const box = h("input", { type: "checkbox", checked: this.#withHelp, onchange: () => this.#setHelp(box.checked) });
    const parts = [
      h("div", { className: "row middle spread" }, h("h2", {}, "Statistics"), h("label", { className: "inline" }, box, "count games with help")),
      all.length ? null : h("p", {}, "No game has been finished yet: what you play is counted here, in this browser only."),
      results.length > 1 ? curve(results) : null,
      results.length ? table(byGroup(results)) : null,
    ];
    return h("section", { className: "card", "aria-label": "Statistics" }, parts.filter(Boolean));
  }

  #setHelp(isCounted) {
    this.#withHelp = isCounted;
    this.#show();
  }

  // Games

  #list(games, results) {
    const known = new Map(results.map((one) => [one.id, one]));
    const running = games.filter((game) => game.outcome === "playing");
    const over = games.filter((game) => game.outcome !== "playing");
    const items = (list) => h("ul", { className: "games" }, list.map((game) => this.#item(game, known.get(game.id))));
    const parts = [
      h("h2", {}, "Begun and not finished"),
      running.length ? items(running) : h("p", { className: "faint" }, "None."),
      h("h2", {}, "Finished"),
      over.length ? items(over.slice(0, this.#shown)) : h("p", { className: "faint" }, "None yet."),
      over.length > this.#shown ? button(`Show all ${over.length}`, () => this.#showAll()) : null,
    ];
    return h("section", { className: "card", "aria-label": "Games" }, parts.filter(Boolean));
  }

  #showAll() {
    this.#shown = Infinity;
    this.#show();
  }

  #item(game, result) {
    const when = new Date(game.began).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    const words = [
      OUTCOMES[game.outcome],
      `${preciseTime(game.elapsed)} s`,
      result && game.outcome === "won" && `${speedOf(result).toFixed(2)} 3BV/s`,
      result && count(result.guesses, "guess", "guesses"),
      helpOf(game),
    ];
    const isOver = game.outcome !== "playing";
    return h(
      "li",
      { "data-outcome": game.outcome },
      h("a", { href: `#play?id=${game.id}` }, `${isOver ? "Review" : "Go on with"} ${game.on}`),
      h("span", {}, words.filter(Boolean).join(" · ")),
      h("span", { className: "faint" }, when),
      button("Delete", () => this.#forget(game.id), { className: "quiet", "aria-label": `Delete the game of ${when}` }),
    );
  }

  #forget(id) {
    this.#archive.forget(id);
    this.#show();
    this.#tell("The game is deleted.");
  }

  // Files

  #files() {
    return h(
      "section",
      { className: "card", "aria-label": "Files" },
      h("h2", {}, "Take along or delete"),
      h("p", {}, "Games and statistics are kept in this browser only."),
      h(
        "div",
        { className: "row" },
        button("Export as JSON", () => this.#export()),
        button("Import …", () => this.file.click()),
        button("Delete everything", () => this.#forgetAll()),
      ),
      this.file,
      this.message,
    );
  }

  #export() {
    const data = new Blob([this.#archive.exportAll()], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(data), download: "sapper-games.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.#tell("The games are written to sapper-games.json.");
  }

  async #import() {
    const [file] = this.file.files;
    if (!file) return;
    try {
      const added = this.#archive.importAll(await file.text());
      this.#show();
      this.#tell(`Added ${count(added.results, "result")} and ${count(added.games, "game")}.`);
    } catch (error) {
      this.#tell(`${error.message}.`, true);
    }
    this.file.value = "";
  }

  #forgetAll() {
    if (!confirm("Delete all games and statistics of this browser?")) return;
    this.#archive.forgetAll();
    this.#show();
    this.#tell("Everything is deleted.");
  }

  #tell(text, isProblem = false) {
    this.message.textContent = text;
    this.message.className = isProblem ? "message problem" : "message";
    announce(text);
  }
}

const dash = (value, show) => (value === null || value === undefined || value === 0 ? "–" : show(value));
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

const COLUMNS = [
  ["Games", (n) => String(n.games)],
  ["Won", (n) => `${n.wins} (${percent(n.wins / n.games)})`],
  ["Streak", (n) => `${n.running}, best ${n.longest}`],
  ["Best time", (n) => dash(n.bestTime, preciseTime)],
  ["Mean time", (n) => dash(n.meanTime, preciseTime)],
  ["3BV/s, best", (n) => (n.bestSpeed ? `${n.meanSpeed.toFixed(2)}, ${n.bestSpeed.toFixed(2)}` : "–")],
  ["Efficiency", (n) => dash(n.efficiency, (value) => `${Math.round(100 * value)} %`)],
  ["Guesses", (n) => `${n.guesses}, ${n.needless} not needed`],
  ["Luck", (n) => (n.guesses ? signed(n.luck) : "–")],
  ["pLuck", (n) => dash(n.pluck, (value) => value.toFixed(2))],
];

function table(groups) {
  const heads = ["Grid and rule", ...COLUMNS.map(([name]) => name)];
  const row = ([group, numbers]) =>
    h("tr", {}, h("th", { scope: "row" }, group), COLUMNS.map(([name, show]) => h("td", { "data-label": name }, show(numbers))));
  return h(
    "div",
    { className: "wide", tabIndex: 0, role: "region", "aria-label": "Statistics by grid" },
    h("table", { className: "stats" }, h("thead", {}, h("tr", {}, heads.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, groups.map(row))),
  );
}

/** The share of wins among the last 20 games, over time. */
function curve(results) {
  const shares = winsOverTime(results);
  const [width, height] = [600, 90];
  const x = (i) => (i * width) / (shares.length - 1);
  const y = (share) => height - share * height;
  const line = shares.map((share, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(share).toFixed(1)}`).join("");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 8}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("class", "curve");
  svg.setAttribute("aria-label", `Share of games won among the last 20, over ${results.length} games; now ${percent(shares.at(-1))}`);
  const path = (d, name) => {
    const element = document.createElementNS(svg.namespaceURI, "path");
    element.setAttribute("d", d);
    element.setAttribute("class", name);
    svg.append(element);
  };
  path(`M0 ${height}H${width}M0 0H${width}M0 ${height / 2}H${width}`, "axis");
  path(line, "line");
  return h("figure", {}, h("figcaption", { className: "faint" }, `Games won among the last 20: ${percent(shares.at(-1))} now (lines at 0, 50 and 100 %)`), svg);
}
