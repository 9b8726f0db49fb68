// Results: the published tables, figures and claims with ours beside them, and experiments that are served.

import { h, button, count, select, percent } from "./dom.js";
import { makeDots } from "./dots.js";
import { figureElement } from "./figures.js";
import { readRules } from "./links.js";

const BATCH = 50;
const NUMBERS = new Set(["Published", "Ours", "Played here"]);

export class ResultsPage {
  #engine;
  #results;
  #agents;
  #loadData;
  #stopped = false;

  constructor(engine, results, agents, loadData) {
    this.#engine = engine;
    this.#results = results ?? { tables: [] };
    this.#agents = new Map(agents.filter((agent) => !agent.why_not).map((agent) => [agent.id, agent]));
    this.#loadData = loadData;
    this.element = this.#build();
  }

  #build() {
    const papers = [...new Set(this.#results.tables.map((table) => table.paper))];
    this.games = select("Games to play here", ["100", "1000", "10000"], "1000");
    this.experiments = h("section", { className: "card", "aria-label": "Experiments", hidden: true });
    return h(
      "div",
      { className: "stack" },
      this.experiments,
      h(
        "section",
        { className: "card", "aria-label": "Published results" },
        h("h1", {}, "What was published, and what we measure"),
        h("p", {}, this.#about()),
        h("div", { className: "row" }, this.games.label, button("Stop playing", () => this.#stop())),
        this.#index(papers),
      ),
      papers.map((paper) => this.#paper(paper)),
    );
  }

  /** A line for each document: how its numbers and claims came out, and the way to them. */
  #index(papers) {
    const line = (paper) => {
      const { tables, verdicts } = this.#of(paper);
      const words = [...verdicts].map(([verdict, number]) => `${verdict} ${number}`);
      return h("li", {}, button(tables[0].document, () => this.#unfold(paper), { className: "quiet" }), h("span", { className: "faint" }, words.join(" · ")));
    };
    return h("ul", { className: "index" }, papers.map(line));
  }

  /** What belongs to a document, and how often each verdict was given. */
  #of(paper) {
    const tables = this.#results.tables.filter((table) => table.paper === paper);
    const claims = (this.#results.claims ?? []).filter(({ claim }) => claim.startsWith(`${paper}/`));
    const verdicts = new Map();
    const given = [...tables.flatMap(({ rows }) => rows.map(({ published, ours }) => published !== null && ours?.verdict)), ...claims.map(({ verdict }) => verdict)];
    for (const verdict of given.filter(Boolean)) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    return { tables, claims, verdicts };
  }

  #unfold(paper) {
    const section = this.element.querySelector(`[data-paper="${paper}"]`);
    section.open = true;
    section.scrollIntoView({ block: "start" });
    section.firstElementChild.focus({ preventScroll: true });
  }

  #about() {
    const ours =
      `Ours were played by ${this.#results.date}. Their intervals of 99 % have the chance of both sides' games ` +
      "and of rounding: a published number that lies inside agrees.";
    const more = "Play plays a row here, in this browser; sapper reproduce plays as many games as you like.";
    return this.#results.date ? `${ours} ${more}` : more;
  }

  #paper(paper) {
    const { tables, claims } = this.#of(paper);
    const card = h(
      "details",
      { className: "card", "aria-label": tables[0].document, "data-paper": paper },
      h("summary", {}, h("h2", {}, tables[0].document)),
    );
    // Thousands of cells: made when somebody looks.
    const fill = () => {
      if (card.childElementCount === 1) card.append(...[this.#claims(claims, tables[0].document), this.#figures(paper), tables.map((table) => this.#table(table))].flat());
    };
    card.addEventListener("toggle", fill, { once: true });
    return card;
  }

  #figures(paper) {
    const figures = (this.#results.figures ?? []).filter((figure) => figure.paper === paper);
    return figures.length ? [h("h3", {}, "Figures, with 95 % intervals"), ...figures.map(figureElement)] : [];
  }

  #claims(claims, paper) {
    if (!claims.length) return [];
    const head = ["Claim", "Where", "Found", "Verdict"].map((text) => h("th", { scope: "col" }, text));
    const rows = claims.map(({ says, place, found, verdict }) => h("tr", {}, [says, place, found, verdict].map((text) => h("td", {}, text))));
    const table = h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
    return h("details", {}, h("summary", {}, `What the text claims: ${claims.length} claims, decided`), h("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": `Claims of ${paper}` }, table));
  }

  #table(table) {
    const heads = ["Agent", "Grid", "What", "Published", "Ours", "○ published ● ours", "Verdict", "Played here"];
    const dots = makeDots(table.rows);
    return h(
      "details",
      {},
      h("summary", {}, h("b", {}, table.title), " ", h("span", { className: "faint" }, `${table.place}, ${count(table.rows.length, "row")}`)),
      h("p", { className: "faint" }, `First click ${table.first_click}, ${table.game} game; run seed 0.`),
      h(
        "div",
        { className: "wide", tabIndex: 0, role: "region", "aria-label": table.title },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", className: NUMBERS.has(text) ? "number" : "" }, text)))),
          h("tbody", {}, table.rows.map((row) => this.#row(table, row, dots))),
        ),
      ),
      table.notes.map((note) => h("p", { className: "faint" }, note)),
    );
  }

  #row(table, row, dots) {
    const here = h("td", { className: "number", tabIndex: -1 });
    const agent = this.#agents.get(row.agent);
    const canPlay = agent && ["win_percent", "no_guess_percent"].includes(row.measure);
    if (canPlay) {
      here.append(button("Play", () => this.#play(table, row, agent, here), { "aria-label": `Play ${row.agent} on ${row.on} here` }));
    }
    const { value, low, high, games, verdict } = row.ours ?? {};
    const ours = row.ours ? `${show(value)} (${show(low)} to ${show(high)}), ${games.toLocaleString("en")} games` : "";
    return h(
      "tr",
      {},
      h("td", {}, row.agent || row.solver),
      h("td", {}, row.on),
      h("td", {}, row.what),
      h("td", { className: "number" }, row.published === null ? "drawn, not printed" : show(row.published)),
      h("td", { className: "number" }, ours),
      h("td", {}, dots(row)),
      h("td", {}, row.published === null ? "" : (verdict ?? "")),
      here,
    );
  }

  /** Plays a row's games in this browser, in batches, so that it can be stopped. */
  async #play(table, row, agent, here) {
    this.#stopped = false;
    here.focus({ preventScroll: true });
    const wanted = Number(this.games.input.value);
    const rules = { ...readRules(row.on, table.first_click), game: table.game };
    const sum = { games: 0, hits: 0 };
    try {
      while (sum.games < wanted && !this.#stopped) {
        const count = Math.min(BATCH, wanted - sum.games);
        const got = await this.#engine.thinking.ask("play", agent, rules, 7n, sum.games, count);
        sum.games += got.games;
        sum.hits += row.measure === "win_percent" ? got.wins : got.winsWithoutGuess;
        here.textContent = `${percentOf(sum)} of ${sum.games}`;
      }
      const [low, high] = wilson(sum.hits, sum.games);
      here.textContent = `${percentOf(sum)} (${show(low * 100)} to ${show(high * 100)}), ${sum.games} games`;
    } catch (error) {
      if (error.kind !== "stopped") here.textContent = error.message;
    }
  }

  #stop() {
    this.#stopped = true;
  }

  async open() {
    const served = document.getElementById("data-results") ? null : await this.#loadData("experiments");
    if (served?.experiments) this.#showExperiments(served.experiments);
  }

  leave() {
    this.#stop();
    this.events?.close();
  }

  // Experiments that `sapper web --store` serves

  #showExperiments(experiments) {
    this.experiments.hidden = false;
    this.bars = new Map();
    const items = experiments.map(({ name, title, done, games }) => {
      const bar = h("progress", { max: games || 1, value: done, "aria-label": `Progress of ${name}` });
      const text = h("span", {}, `${done} of ${games} games`);
      this.bars.set(name, { bar, text });
      const report = h("a", { href: `report?experiment=${encodeURIComponent(name)}` }, "report");
      return h("li", {}, h("b", {}, title || name), " ", bar, " ", text, " · ", report);
    });
    this.experiments.replaceChildren(h("h2", {}, "Experiments in the store"), h("ul", {}, items));
    this.events?.close();
    this.events = new EventSource("events");
    this.events.onmessage = ({ data }) => this.#update(JSON.parse(data));
  }

  #update({ experiments }) {
    for (const { name, done, games } of experiments) {
      const found = this.bars.get(name);
      if (!found) continue;
      found.bar.max = games || 1;
      found.bar.value = done;
      found.text.textContent = `${done} of ${games} games`;
    }
  }
}

const show = (value) => (value === null || value === undefined ? "" : Number(value.toFixed(2)).toString());
const percentOf = ({ hits, games }) => percent(hits / games);

/** The 95 % interval of a share (Wilson). */
export function wilson(hits, games, z = 1.959963984540054) {
  const share = hits / games;
  const middle = share + (z * z) / (2 * games);
  const spread = z * Math.sqrt((share * (1 - share)) / games + (z * z) / (4 * games * games));
  const total = 1 + (z * z) / games;
  return [(middle - spread) / total, (middle + spread) / total];
}
