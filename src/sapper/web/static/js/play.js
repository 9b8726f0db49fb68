// Play: a person's game, with hints on demand and a review when it is over.
//
// The game itself is a GameSession; the archive keeps it after every move. Here is what
// the page does with it: actions in, looks and words out.

import { announce, copyText, count, h, isTouch, roomUnder } from "./dom.js";
import { COVERED, FLAGGED, cellName, formatPosition, isClue } from "./codes.js";
import { isSame, queryOf, rulesToCome, usualGame } from "./game_links.js";
import { begin, openSaved, resume, sameMines, sameSeed } from "./game_start.js";
import { GridView } from "./grid.js";
import { listenEverywhere } from "./input.js";
import { plainLook } from "./looks.js";
import { nameRules, readAsked } from "./links.js";
import { openedBy, paintGame } from "./play_board.js";
import { judgeGame, openProven } from "./play_engine.js";
import { showHint, tellHint } from "./play_hint.js";
import { RESTARTED, RETRIED, buildPlay } from "./play_view.js";
import { describeMove, describeNew, describeOver, describeStart, endWords } from "./play_words.js";
import { ResultBanner, resultOf } from "./result.js";
import { ReviewPanel } from "./review.js";
import { pointFrom } from "./sentence.js";
import { Setup } from "./setup.js";
import { Status } from "./status.js";
import { WhyPanel } from "./why.js";

export class PlayPage {
  #engine;
  #go;
  #settings;
  #archive;
  #session = null;
  #mines = [];
  #outlines = null;
  #step = null; // of the review
  #risk = null;
  #isShown = false;
  #haveSession;
  // What is clicked while the engine still loads waits for the game.
  #queue = new Promise((resolve) => {
    this.#haveSession = resolve;
  });

  constructor(engine, go, { settings, archive }) {
    this.#engine = engine;
    this.#go = go;
    this.#settings = settings;
    this.#archive = archive;
    this.message = h("p", { className: "message", role: "note" });
    this.board = h("div");
    this.view = new GridView(this.board, {
      label: "Minesweeper grid",
      onAct: (action, cell) => this.act(action, cell),
      keys: () => settings.actions,
      longPress: () => settings.get("longPress"),
      below: () => roomUnder(this.parts?.bar),
    });
    listenEverywhere(this.board, this.view, this.view.input, () => this.#isShown);
    this.setup = new Setup(settings, (how) => this.#begin(how));
    this.status = new Status(() => this.act("new"));
    this.why = new WhyPanel((outlines) => {
      this.#outlines = outlines;
      this.#paint();
    });
    this.reviewPanel = new ReviewPanel({
      onStep: (step) => this.#showStep(step),
      analyse: (position) => this.#engine.thinking.ask("analyse", position, { trustFlags: false }),
    });
    this.result = new ResultBanner({ onNew: () => this.act("new"), onRetry: () => this.act("retry") });
    this.parts = buildPlay({
      board: this.board,
      status: this.status,
      setup: this.setup,
      message: this.message,
      panels: [this.result.element, this.why.element, this.reviewPanel.element],
      act: (action) => this.act(action),
      zoom: (factor) => this.view.zoom(this.view.size * factor),
    });
    this.element = this.parts.element;
    pointFrom(this.parts.side, this.view);
    pointFrom(this.message, this.view);
    this.#listen();
  }

  #listen() {
    document.addEventListener("visibilitychange", () => this.#look(!document.hidden));
    addEventListener("pagehide", () => this.#look(false));
    this.#archive.onElsewhere((id) => id === this.#session?.id && this.#reload(id));
    this.#settings.onChange(() => this.#isShown && this.#session && this.#freshen());
  }

  #look(isLookedAt) {
    if (!this.#session?.state) return;
    this.#session.look(isLookedAt && this.#isShown);
    if (!isLookedAt) this.#archive.keep(this.#session);
  }

  // Which game

  /** Opens what an address says: a saved game, a game to begin, or the one that runs. */
  async open(parameters) {
    this.#isShown = true;
    this.#showBlank(parameters);
    const asked = readAsked(parameters);
    const running = this.#session ?? (await resume(this.#engine, this.#archive, this.#archive.current()));
    if (parameters.has("id")) return this.#show(await openSaved(this.#engine, this.#archive, parameters.get("id"), this.#session));
    if (running && (asked === null || isSame(running, asked))) return this.#show(running);
    return this.#show(await begin(this.#engine, asked ?? usualGame(this.#settings)));
  }

  /** The covered grid at once, while the engine still loads. */
  #showBlank(parameters) {
    const rules = this.#session ? null : rulesToCome(parameters, this.#archive, this.#settings);
    if (rules === null) return;
    this.view.resize(rules.columns, rules.rows);
    this.view.paint((cell) => plainLook(COVERED, cell, rules.columns));
    this.message.textContent = rules.isSaved ? "Your game is opened …" : describeNew(rules);
  }

  /** Another tab went on with this game. */
  async #reload(id) {
    const saved = this.#archive.load(id);
    if (saved && saved.moves.length !== this.#session.moves.length) {
      const session = await resume(this.#engine, this.#archive, saved);
      if (session && this.#session.id === id) await this.#show(session, "Another tab went on with this game.");
    }
  }

  /** Shows a session, begun in the core, in the place of the one before. */
  async #show(session, words = "") {
    const before = this.#session;
    const isLeft = before && before !== session && before.isBegun && !before.isOver;
    if (before && before !== session) before.drop();
    this.#session = session;
    this.#haveSession();
    this.#mines = [];
    this.#forget();
    this.#step = this.#risk = null;
    this.result.hide();
    this.reviewPanel.hide();
    this.status.showGrade(session.foundTitle ?? null);
    this.status.follow(session);
    const { rules } = session;
    this.view.resize(rules.columns, rules.rows);
    if (this.#settings.get("on") !== nameRules(rules)) this.#settings.set({ on: nameRules(rules) });
    this.setup.show(session);
    this.#go("play", queryOf(session, false));
    session.look(this.#isShown && !document.hidden);
    this.#archive.keep(session);
    if (session.isOver) await this.#end();
    this.#freshen();
    const kept = isLeft ? " The game before waits under Games." : "";
    this.#tell((words || describeStart(session)) + kept);
  }

  async #begin(how) {
    await this.#show(await begin(this.#engine, how));
    this.view.focus(this.view.focused, !isTouch());
  }

  async #restart() {
    const how = sameSeed(this.#session);
    const words = how.layout ? RETRIED : how.needsNoGuess ? "The same seed again." : RESTARTED;
    await this.#show(await begin(this.#engine, how), words);
  }

  async #retry() {
    await this.#show(await begin(this.#engine, await sameMines(this.#session)), RETRIED);
  }

  leave() {
    this.#isShown = false;
    this.#look(false);
    this.status.stop();
    this.#engine.thinking.stop();
  }

  // Actions

  /** One action after another: each sees what the one before it left. */
  act(action, cell = this.view.focused) {
    this.#queue = this.#queue.then(() => this.#act(action, cell)).catch((error) => {
      if (error.kind !== "stopped") this.#tell(`${error.message}.`, true);
    });
    return this.#queue;
  }

  #act(action, cell) {
    const other = {
      moved: () => {},
      hint: () => this.#giveHint(cell),
      restart: () => this.#restart(),
      retry: () => this.#retry(),
      new: () => this.setup.start(nameRules(this.#session.rules)),
      undo: () => this.#takeBack(),
      redo: () => this.#redo(),
      proven: () => this.#openProven(),
      risks: () => this.#settings.set({ risks: !this.#settings.get("risks") }),
      flagging: () => this.#toggleFlagging(),
      link: () => this.#copyLink(),
      analyse: () => this.#analyse(),
      "close sheet": () => this.#closeSheet(),
    }[action];
    if (!this.#session) return undefined;
    return other ? other() : this.#play(action, cell);
  }

  #play(action, cell) {
    const { state, questions } = this.#session;
    if (this.#session.isOver) return this.#tell(describeOver());
    if (isClue(state.cells[cell])) {
      const isChord = action === "chord" || action === "flag" || this.#settings.get("chord");
      return isChord ? this.#move("chord", cell) : undefined;
    }
    if (action === "chord") return undefined;
    if (action === "flag" || this.#isFlagging) return this.#flag(cell);
    if (state.cells[cell] === FLAGGED) {
      return this.#tell(`${cellName(cell, this.#session.rules.columns)} has a flag; take it away first.`);
    }
    questions.delete(cell);
    return this.#move("reveal", cell);
  }

  /** Covered, flag, and where they are wanted a question mark, in turn. */
  async #flag(cell) {
    const { state, questions } = this.#session;
    if (questions.delete(cell)) return this.#paint();
    if (state.cells[cell] === FLAGGED && this.#settings.get("questions")) questions.add(cell);
    return this.#move(state.cells[cell] === FLAGGED ? "unflag" : "flag", cell);
  }

  get #isFlagging() {
    return this.parts.buttons.flag.getAttribute("aria-pressed") === "true";
  }

  #toggleFlagging() {
    this.parts.buttons.flag.setAttribute("aria-pressed", String(!this.#isFlagging));
    announce(this.#isFlagging ? "taps set flags" : "taps reveal");
  }

  async #move(kind, cell) {
    const session = this.#session;
    if (kind === "reveal" && !session.isBegun && session.needsNoGuess && !session.layout) this.#tell("Looking for a board that needs no guess …");
    const before = session.state;
    await session.move(kind, cell);
    if (session.foundTitle) this.status.showGrade(session.foundTitle);
    await this.#moved(before, cell, describeMove(session, kind, cell, before));
    if (this.#settings.get("autoplay") && kind !== "flag" && !session.isOver && session === this.#session) await this.#openProven(true);
  }

  async #moved(before, cell, words) {
    const session = this.#session;
    this.#archive.keep(session);
    this.#forget();
    if (session.isOver) await this.#end();
    this.#freshen();
    const opened = openedBy(before, session.state);
    const shown = session.state.outcome === "lost" ? [...opened, ...this.#mines] : opened;
    if (shown.length > 1) this.view.ripple(cell, shown);
    this.#tell(words);
  }

  async #takeBack() {
    const wasOver = this.#session.isOver;
    if (!(await this.#session.undo())) return this.#tell("Nothing is left to take back.");
    if (wasOver) {
      this.#mines = [];
      this.#step = null;
      this.status.showGrade(null);
      this.result.hide();
      this.reviewPanel.hide();
    }
    this.#archive.keep(this.#session);
    this.#forget();
    this.#freshen();
    return this.#tell(`Taken back${this.#session.undone > 1 ? `, ${this.#session.undone} so far` : ""}.`);
  }

  async #redo() {
    const before = this.#session.state;
    if (!(await this.#session.redo())) return this.#tell("Nothing was taken back.");
    const [kind, cell] = this.#session.moves.at(-1);
    return this.#moved(before, cell, describeMove(this.#session, kind, cell, before));
  }

  /** Opens every cell that is proven safe, as long as that proves more. */
  async #openProven(isAuto = false) {
    const session = this.#session;
    if (session.isOver || !session.isBegun) return isAuto ? undefined : this.#tell("Nothing is proven yet: reveal a cell first.");
    const before = session.state;
    const opened = await openProven(this.#engine.thinking, session, isAuto);
    if (opened === 0) return isAuto ? undefined : this.#tell("Nothing is proven safe: a guess is needed.");
    const many = before.safeLeft - session.state.safeLeft;
    return this.#moved(before, session.moves.at(-1)[1], endWords(session) || `Opened what was proven: ${count(many, "cell")}.`);
  }

  async #end() {
    const session = this.#session;
    this.#mines = await session.mines();
    judgeGame(this.#engine.thinking, session, this.#mines).then(
      ([review, worth]) => {
        if (this.#session !== session || !session.isOver) return;
        const result = resultOf(session, review, worth);
        if (session.given === 0 && !session.isRepeat) this.#archive.finish(result);
        this.status.showGrade(result.hardest);
        this.result.show(session, result);
        this.reviewPanel.show(review, session.rules, session.state.outcome, worth, session.moves.map(([, , time]) => time));
        this.#openSheet();
      },
      (error) => error.kind === "stopped" || this.#tell(`${error.message}.`, true),
    );
  }

  // Hints

  async #giveHint(cell) {
    const session = this.#session;
    if (session.isOver) return;
    if (!session.isBegun) {
      this.#tell("Nothing is known yet: any first cell will do.");
      return;
    }
    const near = session.moves.at(-1)?.[1] ?? cell;
    const hint = await this.#engine.thinking.ask("hint", session.position, near);
    if (!hint) return;
    session.hints += 1;
    this.#archive.keep(session);
    tellHint(this.why, hint, session.rules.columns);
    this.#openSheet();
    if (hint.kind !== "mines") showHint(this.view, hint, this.parts.sheet);
    this.#paint();
  }

  #forget() {
    this.#outlines = null;
    if (!this.why.element.hidden) this.why.hide();
    if (this.#session && !this.#session.isOver) this.#closeSheet();
  }

  #openSheet() {
    this.parts.sheet.hidden = false;
    this.parts.sheet.scrollTop = 0;
  }

  #closeSheet() {
    this.parts.sheet.hidden = true;
    if (!this.why.element.hidden) this.why.hide();
  }

  // Painting

  #showStep(step) {
    this.#step = step;
    this.#outlines = null;
    this.#paint();
  }

  /** Paints, and asks for the risks where they are shown. */
  async #freshen() {
    const session = this.#session;
    const { state } = session;
    this.#risk = null;
    this.#paint();
    this.parts.buttons.risks.setAttribute("aria-pressed", String(this.#settings.get("risks")));
    if (!this.#settings.get("risks") || session.isOver || !session.isBegun) return;
    session.assisted = true;
    try {
      const { risk } = await this.#engine.thinking.ask("analyse", session.position, { trustFlags: false });
      if (this.#session !== session || session.state !== state) return;
      this.#risk = risk;
      this.#paint();
    } catch (error) {
      if (error.kind !== "stopped") this.#tell(`${error.message}.`, true);
    }
  }

  #paint() {
    const session = this.#session;
    if (!session?.state) return;
    const sea = paintGame(this.view, session, { step: this.#step, risk: this.#risk, mines: this.#mines, outlines: this.#outlines });
    this.parts.sea.textContent = sea;
    this.status.show();
    this.parts.buttons.undo.disabled = session.moves.length === 0;
    this.parts.buttons.redo.disabled = session.redone.length === 0;
  }

  #tell(text, isProblem = false) {
    this.message.textContent = text;
    this.message.className = isProblem ? "message problem" : "message";
    announce(text);
  }

  async #copyLink() {
    await copyText(`${location.href.split("#")[0]}#play?${queryOf(this.#session, true)}`, this.parts.share);
  }

  #analyse() {
    location.hash = `#analyse?p=${encodeURIComponent(formatPosition(this.#session.position))}`;
  }
}
