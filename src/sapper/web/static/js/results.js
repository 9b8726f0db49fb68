// Results: the published tables, figures and claims with ours beside them, and experiments that are served.

import { h, button, select, percent } from "./dom.js";
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
      ),
      papers.map((paper) => this.#paper(paper)),
    );
  }

  #about() {
    const ours =
      `Ours were played by ${this.#results.date}. Their intervals of 99 % have the chance of both sides' games ` +
      "and of rounding: a published number that lies inside agrees.";
    const more = "Play plays a row here, in this browser; sapper reproduce plays as many games as you like.";
    return this.#results.date ? `${ours} ${more}` : more;
  }

  #paper(paper) {
    const tables = this.#results.tables.filter((table) => table.paper === paper);
    return h(
      "section",
      { className: "card", "aria-label": tables[0].document },
      h("h2", {}, tables[0].document),
      tables.map((table) => this.#table(table)),
      this.#figures(paper),
      this.#claims(paper),
    );
  }

  #figures(paper) {
    const figures = (this.#results.figures ?? []).filter((figure) => figure.paper === paper);
    return figures.length ? [h("h3", {}, "Figures, with 95 % intervals"), ...figures.map(figureElement)] : [];
  }

  #claims(paper) {
    const claims = (this.#results.claims ?? []).filter(({ claim }) => claim.startsWith(`${paper}/`));
    if (!claims.length) return [];
    const head = ["Claim", "Where", "Found", "Verdict"].map((text) => h("th", { scope: "col" }, text));
    const rows = claims.map(({ says, place, found, verdict }) => h("tr", {}, [says, place, found, verdict].map((text) => h("td", {}, text))));
    const table = h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
    return h("details", {}, h("summary", {}, `What the text claims: ${claims.length} claims, decided`), h("div", { className: "wide" }, table));
  }

  #table(table) {
    const heads = ["Agent", "Grid", "What", "Published", "Ours", "Verdict", "Played here"];
    return h(
      "div",
      { className: "wide" },
      h("h3", {}, `${table.title} `, h("span", { className: "faint" }, table.place)),
      h("p", { className: "faint" }, `First click ${table.first_click}, ${table.game} game; run seed 0.`),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", className: NUMBERS.has(text) ? "number" : "" }, text)))),
        h("tbody", {}, table.rows.map((row) => this.#row(table, row))),
      ),
      table.notes.map((note) => h("p", { className: "faint" }, note)),
    );
  }

  #row(table, row) {
    const here = h("td", { className: "number" });
    const agent = this.#agents.get(row.agent);
    const canPlay = agent && ["win_percent", "no_guess_percent"].includes(row.measure);
    if (canPlay) {
      here.append(button("Play", () => this.#play(table, row, agent, here), { "aria-label": `Play ${row.agent} on ${row.on}` }));
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
      h("td", {}, row.published === null ? "" : (verdict ?? "")),
      here,
    );
  }

  /** Plays a row's games in this browser, in batches, so that it can be stopped. */
  async #play(table, row, agent, here) {
    this.#stopped = false;
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
