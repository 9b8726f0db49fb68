// Play: a person's game, with hints on demand and a review when it is over.

import { h, announce, button, check, copyText, field, select, percent } from "./dom.js";
import { FIRST_CLICKS, FLAGGED, MINE_SHOWN, cellName, formatPosition } from "./codes.js";
import { GridView } from "./grid.js";
import { outlineMap } from "./outlines.js";
import { endLook, plainLook, withOutline, withRisk } from "./looks.js";
import { freshSeed, nameRules, readMoves, readRules, readSeed, readSharedLayout, sizeOf, writeMoves, writeSharedLayout } from "./links.js";
import { RESTARTED, RETRIED, keysHelp } from "./play_help.js";
import { ReviewPanel } from "./review.js";
import { WhyPanel } from "./why.js";

const KEYS = { f: "flag", c: "chord", u: "undo", h: "hint", r: "restart", t: "retry", n: "new" };

export class PlayPage {
  #engine;
  #go;
  #game = null;
  #state = null;
  #moves = [];
  #undone = 0;
  #hint = null;
  #outlines = null;
  #mines = [];
  #review = null;
  #shown = null;
  #began = 0;
  #timer = 0;
  #queue = Promise.resolve();

  constructor(engine, go) {
    this.#engine = engine;
    this.#go = go;
    this.message = h("p", { className: "message", role: "note" });
    this.board = h("div");
    this.view = new GridView(this.board, {
      label: "Minesweeper grid",
      onAct: (action, cell) => this.act(action, cell),
      keys: KEYS,
    });
    this.why = new WhyPanel((outlines) => {
      this.#outlines = outlines;
      this.#paint();
    });
    this.reviewPanel = new ReviewPanel({
      onStep: (step) => this.#showStep(step),
      analyse: (position) => this.#engine.thinking.ask("analyse", position, { trustFlags: false }),
    });
    this.element = this.#build();
  }

  // The page

  #build() {
    const sizes = ["beginner", "intermediate", "expert", "custom"];
    this.on = select("Grid", sizes, "beginner", (value) => {
      this.custom.label.hidden = value !== "custom";
    });
    this.custom = field("Columns x rows x mines", { value: "20x20x70", size: 10 });
    this.custom.label.hidden = true;
    this.first = select("First click", FIRST_CLICKS, "safe");
    this.seed = field("Seed", { className: "seed", inputMode: "numeric" });
    this.noGuess = check("no guess needed", false, () => {});
    this.flagSwitch = button("⚑ Flag", () => this.#toggleFlagging(), { "aria-pressed": "false" });
    this.minesLeft = h("b", {}, "0");
    this.time = h("b", {}, "0");
    this.left = h("b", {}, "0");
    this.gradeName = h("b", {});
    this.grade = h("div", { hidden: true }, h("span", {}, "difficulty: "), this.gradeName);
    this.hintButton = button("Hint", () => this.act("hint", this.view.focused));
    this.share = h("div", { className: "row" });
    const setup = h(
      "form",
      { className: "row", onsubmit: (event) => this.#submit(event) },
      this.on.label,
      this.custom.label,
      this.first.label,
      this.seed.label,
      this.noGuess.label,
      h("button", { type: "submit", className: "main" }, "New game"),
    );
    return h(
      "div",
      { className: "columns" },
      h(
        "section",
        { className: "card", "aria-label": "Game" },
        h("h1", { className: "unseen" }, "Play"),
        h(
          "div",
          { className: "counters" },
          h("div", {}, this.minesLeft, " ", h("span", {}, "mines left")),
          h("div", {}, this.left, " ", h("span", {}, "safe cells left")),
          h("div", {}, this.time, " ", h("span", {}, "seconds")),
          this.grade,
        ),
        this.message,
        this.board,
        h(
          "div",
          { className: "row" },
          this.flagSwitch,
          this.hintButton,
          button("Undo", () => this.act("undo", this.view.focused)),
          button("Restart", () => this.act("restart", 0)),
          button("Retry", () => this.act("retry", 0), { title: "Exactly the same mines" }),
          button("+", () => this.view.zoom(this.view.size * 1.2), { "aria-label": "Larger cells" }),
          button("−", () => this.view.zoom(this.view.size / 1.2), { "aria-label": "Smaller cells" }),
        ),
      ),
      h(
        "div",
        { className: "stack" },
        this.why.element,
        this.reviewPanel.element,
        h(
          "section",
          { className: "card", "aria-label": "New game" },
          h("h2", {}, "New game"),
          setup,
          h(
            "div",
            { className: "row" },
            button("Copy a link to this position", () => this.#copyLink()),
            button("Analyse it", () => this.#analyse()),
          ),
          this.share,
        ),
        keysHelp(),
      ),
    );
  }

  #submit(event) {
    event.preventDefault();
    try {
      const on = this.on.input.value === "custom" ? this.custom.input.value : this.on.input.value;
      const rules = readRules(on, this.first.input.value);
      const typed = this.seed.input.value.trim();
      const isSame = typed === String(this.seedValue ?? "");
      const seed = typed === "" || isSame ? freshSeed() : readSeed(typed);
      this.wantsNoGuess = this.noGuess.input.checked;
      this.#begin(rules, seed).then(() => this.view.focus(this.view.focused));
    } catch (error) {
      this.#tell(error.message, true);
    }
  }

  /** Opens what an address says. */
  async open(parameters) {
    const rules = readRules(parameters.get("on") ?? "beginner", parameters.get("first") ?? "safe");
    const seed = parameters.has("seed") ? readSeed(parameters.get("seed")) : freshSeed();
    let layout = null;
    if (parameters.has("b")) {
      layout = readSharedLayout(parameters.get("b"), parameters.get("m") ?? "");
      Object.assign(rules, layout, { mines: layout.mines.length, firstClick: "any" });
      layout = layout.mines;
    }
    const moves = readMoves(parameters.get("moves") ?? "", rules);
    this.wantsNoGuess = parameters.get("guess") === "no";
    await this.#begin(rules, seed, layout, !parameters.has("seed"));
    for (const [sign, cell] of moves) {
      const isFlagged = this.#state.cells[cell] === FLAGGED;
      await this.#move({ "": "reveal", "+": "chord", "!": isFlagged ? "unflag" : "flag" }[sign], cell);
    }
  }

  leave() {
    clearInterval(this.#timer);
    this.#engine.thinking.stop();
  }

  // The game

  async #begin(rules, seed, layout = null) {
    if (this.#game !== null) this.#engine.games.ask("dropGame", this.#game);
    const { game, state } = await this.#engine.games.ask("newGame", rules, seed, layout);
    this.rules = rules;
    this.layout = layout;
    this.isRetry = false; // a retry has a layout too, but not from outside
    this.seedValue = this.gameSeed = seed;
    this.#game = game;
    this.noGuess.input.checked = this.wantsNoGuess;
    this.#moves = [];
    this.#undone = 0;
    this.#showGrade(null);
    this.#mines = [];
    this.#review = this.#shown = null;
    this.reviewPanel.hide();
    this.#stopClock();
    this.time.textContent = "0";
    this.#forgetHint();
    const name = nameRules(rules);
    this.on.input.value = ["beginner", "intermediate", "expert"].includes(name) ? name : "custom";
    this.custom.label.hidden = this.on.input.value !== "custom";
    this.custom.input.value = sizeOf(rules);
    this.first.input.value = rules.firstClick;
    this.seed.input.value = String(seed);
    this.view.resize(rules.columns, rules.rows);
    this.#state = state;
    this.#paint();
    const size = `${rules.columns} columns, ${rules.rows} rows, ${rules.mines} mines`;
    this.#tell(`New game: ${size}. Reveal a cell; h gives a hint.`);
    if (!layout) this.#writeAddress();
  }

  /** Begins the same seed, or the layout that the page was given, again. */
  async #restart() {
    await this.#begin(this.rules, this.seedValue, this.isRetry ? null : this.layout);
    this.#tell(this.layout ? RETRIED : this.wantsNoGuess ? "The same seed again." : RESTARTED);
  }

  /** Begins again on exactly the same mines. */
  async #retry() {
    const mines = await this.#engine.games.ask("mines", this.#game);
    if (!mines.length && this.rules.mines) throw new Error("the first reveal decides where the mines are: reveal a cell first");
    const isRetry = this.isRetry || !this.layout;
    await this.#begin(this.rules, this.seedValue, mines);
    this.isRetry = isRetry;
    this.#tell(RETRIED);
  }

  #writeAddress() {
    const { firstClick } = this.rules;
    const guess = this.wantsNoGuess ? "&guess=no" : "";
    this.#go("play", `on=${nameRules(this.rules)}&first=${firstClick}&seed=${this.seedValue}${guess}`);
  }

  /** One action after another: each sees what the one before it left. */
  act(action, cell) {
    this.#queue = this.#queue.then(() => this.#act(action, cell)).catch((error) => {
      if (error.kind !== "stopped") this.#tell(error.message, true);
    });
    return this.#queue;
  }

  async #act(action, cell) {
    if (action === "moved") return undefined;
    if (action === "hint") return this.#giveHint(cell);
    if (action === "restart") return this.#restart();
    if (action === "retry") return this.#retry();
    if (action === "new") return this.#begin(this.rules, freshSeed());
    if (action === "undo") return this.#move("undo", 0);
    if (this.#state.outcome !== "playing") {
      return this.#tell("The game is over: u takes the last move back, n starts another.");
    }
    const code = this.#state.cells[cell];
    const isClue = code <= 8;
    if (action === "reveal" && !isClue && this.#isFlagging) return this.#flag(cell, code);
    if (action === "reveal") return this.#move(isClue ? "chord" : "reveal", cell);
    if (action === "flag" && !isClue) return this.#flag(cell, code);
    if (action === "flag" || action === "chord") return this.#move("chord", cell);
    return undefined;
  }

  get #isFlagging() {
    return this.flagSwitch.getAttribute("aria-pressed") === "true";
  }

  #toggleFlagging() {
    this.flagSwitch.setAttribute("aria-pressed", String(!this.#isFlagging));
    announce(this.#isFlagging ? "taps set flags" : "taps reveal");
  }

  #flag(cell, code) {
    return this.#move(code === FLAGGED ? "unflag" : "flag", cell);
  }

  /** Exchanges the game, before its first reveal, for one that needs no guess from there. */
  async #findNoGuess(cell) {
    this.#tell("Looking for a board that needs no guess …");
    const found = await this.#engine.thinking.ask("findBoard", this.rules, this.seedValue, cell);
    if (!found) throw new Error("no board of this size was found that needs no guess; try fewer mines");
    const { game } = await this.#engine.games.ask("newGame", this.rules, found.seed);
    for (const [kind, at] of this.#moves) await this.#engine.games.ask("move", game, kind, at);
    this.#engine.games.ask("dropGame", this.#game);
    this.#game = game;
    this.gameSeed = found.seed;
    this.#showGrade(found.title);
  }

  /** Names the hardest technique that the board needs; null where it is not to be known yet. */
  #showGrade(title) {
    this.grade.hidden = title === null;
    this.gradeName.textContent = title ?? "";
  }

  async #move(kind, cell) {
    const isFirst = kind === "reveal" && this.#state.firstCell < 0;
    if (isFirst && this.wantsNoGuess && !this.layout) await this.#findNoGuess(cell);
    const before = this.#state;
    this.#state = await this.#engine.games.ask("move", this.#game, kind, cell);
    if (kind === "undo") {
      this.#moves.pop();
      this.#undone += 1;
      this.#mines = [];
      this.#review = this.#shown = null;
      this.reviewPanel.hide();
    } else {
      this.#moves.push([kind, cell]);
    }
    this.#forgetHint();
    if (this.#state.firstCell >= 0 && !this.#timer && this.#state.outcome === "playing") this.#startClock();
    if (this.#state.outcome !== "playing") await this.#end();
    this.#paint();
    this.#tell(this.#describe(kind, cell, before));
  }

  #describe(kind, cell, before) {
    const name = cellName(cell, this.rules.columns);
    if (this.#state.outcome === "won") return `Won in ${this.time.textContent} seconds.`;
    if (this.#state.outcome === "lost" && this.isRetry && cell === this.#state.firstCell) {
      return `Lost: ${name} is a mine of the layout that you retry. Restart moves it away.`;
    }
    if (this.#state.outcome === "lost") return `Lost: ${this.#hitName()} was a mine. u takes it back.`;
    if (kind === "undo") return "Taken back.";
    if (kind === "flag") return `${name} flagged, ${this.minesLeft.textContent} mines left.`;
    if (kind === "unflag") return `The flag of ${name} is gone.`;
    const opened = before.safeLeft - this.#state.safeLeft;
    const code = this.#state.cells[cell];
    if (opened === 1 && kind === "reveal") return `${name} shows ${code}.`;
    return `${name}: ${opened} cells opened.`;
  }

  #hitName() {
    return cellName(this.#state.cells.indexOf(MINE_SHOWN), this.rules.columns);
  }

  async #end() {
    this.#stopClock();
    this.#mines = await this.#engine.games.ask("mines", this.#game);
    const { rules, gameSeed, layout } = this;
    const moves = [...this.#moves];
    const { columns, rows } = rules;
    const board = { columns, rows, mines: this.#mines };
    Promise.all([
      this.#engine.thinking.ask("review", rules, gameSeed, layout, moves),
      this.#engine.thinking.ask("gradeBoard", board, this.#state.firstCell),
    ]).then(
      ([review, worth]) => {
        if (this.#state.outcome === "playing") return;
        this.#review = review;
        this.#showGrade(worth.needsNoGuess ? worth.title : "needs a guess");
        this.reviewPanel.show(review, rules, this.#state.outcome, worth);
      },
      (error) => error.kind === "stopped" || this.#tell(error.message, true),
    );
  }

  // The clock

  #startClock() {
    this.#began = performance.now();
    this.#timer = setInterval(() => {
      this.time.textContent = String(Math.floor((performance.now() - this.#began) / 1000));
    }, 250);
  }

  #stopClock() {
    clearInterval(this.#timer);
    if (this.#timer) this.time.textContent = ((performance.now() - this.#began) / 1000).toFixed(1);
    this.#timer = 0;
  }

  // Hints

  async #giveHint(cell) {
    if (this.#state.outcome !== "playing") return;
    if (this.#state.firstCell < 0) {
      this.#tell("Nothing is known yet: any first cell will do.");
      return;
    }
    const near = this.#moves.at(-1)?.[1] ?? cell;
    const hint = await this.#engine.thinking.ask("hint", this.position, near);
    this.#hint = hint;
    if (hint?.reason) {
      const title = hint.kind === "wrong flag" ? "Hint: this flag is wrong" : "Hint";
      this.why.show(hint.reason, this.rules.columns, title);
    } else if (hint) {
      const outlines = { clues: [], cells: hint.kind === "mines" ? [] : [hint.cell], areMines: false };
      this.why.tell("Hint", hint.sentence, outlines);
    }
    if (hint && hint.kind !== "mines") this.view.focus(hint.cell);
    this.#paint();
  }

  #forgetHint() {
    this.#hint = null;
    this.#outlines = null;
    if (!this.why.element.hidden) this.why.hide();
  }

  get position() {
    const { columns, rows, mines } = this.rules;
    return { columns, rows, mines, cells: this.#state.cells };
  }

  // Painting

  #showStep(step) {
    this.#shown = step;
    this.#outlines = null;
    this.#paint();
  }

  #paint() {
    if (!this.#state) return;
    const { columns } = this.rules;
    const cells = this.#shown ? this.#shown.cells : this.#state.cells;
    const isEnd = !this.#shown && this.#state.outcome !== "playing";
    const mines = new Set(isEnd ? this.#mines : []);
    const outlines = outlineMap(this.#outlines ?? this.#shown?.outlines);
    this.view.paint((cell) => {
      let look = plainLook(cells[cell], cell, columns);
      if (isEnd) look = endLook(look, mines.has(cell), this.#state.outcome);
      if (this.#shown?.risk) look = withRisk(look, this.#shown.risk[cell], { numbers: true });
      const outline = outlines.get(cell);
      return outline ? withOutline(look, ...outline) : look;
    });
    this.minesLeft.textContent = String(this.rules.mines - this.#state.numFlags - this.#state.minesHit);
    this.left.textContent = String(this.#state.safeLeft);
  }

  #tell(text, isProblem = false) {
    this.message.textContent = text + (this.#undone ? ` (${this.#undone} taken back)` : "");
    this.message.className = isProblem ? "message problem" : "message";
    announce(text);
  }

  async #copyLink() {
    const base = location.href.split("#")[0];
    const moves = writeMoves(this.#moves, this.rules.columns);
    const { columns, rows, firstClick } = this.rules;
    const query = this.layout
      ? writeSharedLayout({ columns, rows, mines: this.layout })
      : `on=${nameRules(this.rules)}&first=${firstClick}&seed=${this.gameSeed}`;
    await copyText(`${base}#play?${query}${moves && `&moves=${encodeURIComponent(moves)}`}`, this.share);
  }

  #analyse() {
    location.hash = `#analyse?p=${encodeURIComponent(formatPosition(this.position))}`;
  }
}
