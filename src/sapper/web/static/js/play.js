// Play: a person's game, with hints on demand and a review when it is over.
//
// The game itself is a GameSession; the archive keeps it after every move. Here is what
// the page does with it: actions in, looks and words out.

import { describeSea, seaOf } from "./analyse_help.js";
import { announce, copyText, count, h, isTouch, roomUnder } from "./dom.js";
import { COVERED, FLAGGED, MINE_SHOWN, cellName, formatPosition, isClue } from "./codes.js";
import { GridView } from "./grid.js";
import { listenEverywhere } from "./input.js";
import { outlineMap } from "./outlines.js";
import { endLook, plainLook, questionLook, withOutline, withRisk } from "./looks.js";
import { nameRules, readAsked, writeMoves, writeSharedLayout, writeTimes } from "./links.js";
import { RESTARTED, RETRIED, buildPlay } from "./play_view.js";
import { ResultBanner, resultOf } from "./result.js";
import { ReviewPanel } from "./review.js";
import { GameSession } from "./session.js";
import { pointFrom } from "./sentence.js";
import { Setup } from "./setup.js";
import { Status, preciseTime } from "./status.js";
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
    const running = this.#session ?? (await this.#resume(this.#archive.current()));
    if (parameters.has("id")) return this.#openSaved(parameters.get("id"));
    if (running && (asked === null || isSame(running, asked))) return this.#show(running);
    const session = new GameSession(this.#engine, asked ?? this.#usual());
    await session.start();
    await session.play(asked?.moves ?? [], asked?.times);
    return this.#show(session);
  }

  /** The covered grid at once, while the engine still loads. */
  #showBlank(parameters) {
    if (this.#session || parameters.has("id") || parameters.has("b")) return;
    try {
      const saved = [...parameters.keys()].length ? null : this.#archive.current();
      const { rules } = saved ? readAsked(new URLSearchParams({ on: saved.on })) : (readAsked(parameters) ?? this.#usual());
      const { columns, rows } = rules;
      this.view.resize(columns, rows);
      this.view.paint((cell) => plainLook(COVERED, cell, columns));
      this.message.textContent = saved ? "Your game is opened …" : describeNew(rules);
    } catch {
      // What is wrong with the address is told when it is opened.
    }
  }

  #usual() {
    const parameters = new URLSearchParams({ on: this.#settings.get("on") });
    try {
      return readAsked(parameters, this.#settings);
    } catch {
      return readAsked(new URLSearchParams({ on: "beginner" }), this.#settings);
    }
  }

  async #resume(saved) {
    if (!saved) return null;
    try {
      return await GameSession.resume(this.#engine, saved);
    } catch (error) {
      this.#archive.setAside(saved.id, error);
      return null;
    }
  }

  async #openSaved(id) {
    const saved = this.#archive.load(id);
    if (!saved) throw new Error(`this browser has no game '${id.slice(0, 40)}'`);
    const session = this.#session?.id === id ? this.#session : await this.#resume(saved);
    return this.#show(session);
  }

  /** Another tab went on with this game. */
  async #reload(id) {
    const saved = this.#archive.load(id);
    const known = this.#session.moves.length;
    if (saved && saved.moves.length !== known) {
      const session = await this.#resume(saved);
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
    this.#writeAddress();
    session.look(this.#isShown && !document.hidden);
    this.#archive.keep(session);
    if (session.isOver) await this.#end();
    this.#freshen();
    const kept = isLeft ? " The game before waits under Games." : "";
    this.#tell((words || describeStart(session)) + kept);
  }

  async #begin(how) {
    const session = await new GameSession(this.#engine, how).start();
    await this.#show(session);
    this.view.focus(this.view.focused, !isTouch());
  }

  /** The same seed, or the layout that the page was given, again. */
  async #restart() {
    const { rules, seed, needsNoGuess } = this.#session;
    const layout = this.#session.isRetry ? null : this.#session.layout;
    const session = new GameSession(this.#engine, { rules, seed, needsNoGuess, layout, isRepeat: this.#session.isBegun });
    const words = layout ? RETRIED : needsNoGuess ? "The same seed again." : RESTARTED;
    await this.#show(await session.start(), words);
  }

  /** Exactly the same mines again. */
  async #retry() {
    const { rules, seed, layout, isRetry } = this.#session;
    const mines = await this.#session.mines();
    if (!mines.length && rules.mines) throw new Error("the first reveal decides where the mines are: reveal a cell first");
    const how = { rules, seed, layout: mines, isRetry: isRetry || !layout, isRepeat: true };
    await this.#show(await new GameSession(this.#engine, how).start(), RETRIED);
  }

  leave() {
    this.#isShown = false;
    this.#look(false);
    this.status.stop();
    this.#engine.thinking.stop();
  }

  #writeAddress() {
    this.#go("play", this.#query(false));
  }

  #query(isShared) {
    const { rules, layout, seed, gameSeed, needsNoGuess, moves } = this.#session;
    const parts = layout
      ? [writeSharedLayout({ columns: rules.columns, rows: rules.rows, mines: layout })]
      : [`on=${nameRules(rules)}`, `first=${rules.firstClick}`, `seed=${isShared && moves.length ? gameSeed : seed}`];
    if (rules.game !== "normal") parts.push(`game=${rules.game}`);
    if (rules.guessing !== "uniform") parts.push(`guessing=${rules.guessing}`);
    if (needsNoGuess && !layout && !(isShared && moves.length)) parts.push("guess=no");
    if (isShared && moves.length) parts.push(`moves=${encodeURIComponent(writeMoves(moves, rules.columns))}`, `times=${writeTimes(moves)}`);
    return parts.join("&");
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
    if (this.#session.isOver) {
      return this.#tell(`The game is over: ${isTouch() ? "Undo" : "u"} takes the last move back, ${isTouch() ? "the face" : "n"} starts another.`);
    }
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
    const opened = [...session.state.cells.keys()].filter((one) => before.cells[one] === COVERED && session.state.cells[one] !== COVERED && session.state.cells[one] !== FLAGGED);
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
    let opened = 0;
    for (;;) {
      const { safe } = await this.#engine.thinking.ask("analyse", session.position, { trustFlags: false });
      const open = safe.filter((cell) => session.state.cells[cell] === COVERED);
      if (open.length === 0 || session.isOver) break;
      session.assisted = true;
      for (const cell of open) if (session.state.cells[cell] === COVERED && !session.isOver) await session.move("reveal", cell);
      opened += open.length;
      if (!isAuto) break;
    }
    if (opened === 0) return isAuto ? undefined : this.#tell("Nothing is proven safe: a guess is needed.");
    const many = before.safeLeft - session.state.safeLeft;
    return this.#moved(before, session.moves.at(-1)[1], endWords(session) || `Opened what was proven: ${count(many, "cell")}.`);
  }

  async #end() {
    const session = this.#session;
    this.#mines = await session.mines();
    const { rules, gameSeed, layout, moves, state } = session;
    const board = { columns: rules.columns, rows: rules.rows, mines: this.#mines };
    const asked = moves.map(([kind, cell]) => [kind, cell]);
    const ask = (...question) => this.#engine.thinking.ask(...question);
    // A layout that was exchanged is no longer the seed's; the moves play back alike on the last one.
    const laid = rules.guessing === "uniform" ? layout : this.#mines;
    Promise.all([ask("review", rules, gameSeed, laid, asked), ask("gradeBoard", board, state.firstCell)]).then(
      ([review, worth]) => {
        if (this.#session !== session || !session.isOver) return;
        const result = resultOf(session, review, worth);
        if (session.given === 0 && !session.isRepeat) this.#archive.finish(result);
        this.status.showGrade(result.hardest);
        this.result.show(session, result);
        this.reviewPanel.show(review, rules, state.outcome, worth, moves.map(([, , time]) => time));
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
    if (hint.reason) {
      const title = hint.kind === "wrong flag" ? "Hint: this flag is wrong" : "Hint";
      this.why.show(hint.reason, session.rules.columns, title);
    } else {
      const outlines = { clues: [], cells: hint.kind === "mines" ? [] : [hint.cell], areMines: false };
      this.why.tell("Hint", hint.sentence, outlines);
    }
    this.#openSheet();
    if (hint.kind !== "mines") {
      this.view.focus(hint.cell, !isTouch());
      const { sheet } = this.parts;
      const lowest = getComputedStyle(sheet).position === "fixed" ? sheet.getBoundingClientRect().top : innerHeight;
      for (const cell of [...(hint.reason?.clues ?? []), hint.cell]) this.view.reach(cell, lowest);
    }
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
    const { columns } = session.rules;
    const cells = this.#step ? this.#step.cells : session.state.cells;
    const risk = this.#step ? this.#step.risk : this.#risk;
    const isEnd = !this.#step && session.isOver;
    const sea = risk ? seaOf({ ...session.rules, cells }) : new Set();
    this.parts.sea.textContent = risk ? describeSea(sea, risk) : "";
    const mines = new Set(isEnd ? this.#mines : []);
    const outlines = outlineMap(this.#outlines ?? this.#step?.outlines);
    this.view.paint((cell) => {
      let look = plainLook(cells[cell], cell, columns);
      if (!this.#step && session.questions.has(cell)) look = questionLook(look);
      if (isEnd) look = endLook(look, mines.has(cell), session.state.outcome);
      if (risk && look.kind !== "flag") look = withRisk(look, risk[cell], { numbers: true, isSea: sea.has(cell) });
      const outline = outlines.get(cell);
      return outline ? withOutline(look, ...outline) : look;
    });
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
    await copyText(`${location.href.split("#")[0]}#play?${this.#query(true)}`, this.parts.share);
  }

  #analyse() {
    location.hash = `#analyse?p=${encodeURIComponent(formatPosition(this.#session.position))}`;
  }
}

/** Whether a session is the game of an address, or has gone on from its moves. */
function isSame(session, asked) {
  const { rules } = session;
  const sameRules = ["columns", "rows", "mines", "firstClick", "game", "guessing"].every((name) => rules[name] === asked.rules[name]);
  const sameBoard = asked.layout
    ? String(asked.layout) === String(session.layout)
    : !session.layout && (asked.seed === session.seed || asked.seed === session.gameSeed);
  const made = writeMoves(session.moves, rules.columns).split(",");
  return sameRules && sameBoard && asked.moves.every(([sign, cell], i) => made[i] === `${sign}${cellName(cell, rules.columns)}`);
}

function describeStart(session) {
  if (session.isOver) return endWords(session);
  if (session.given) return `From a link: ${count(session.given, "move")} made${guessWords(session.rules)}.`;
  if (session.moves.length) return `Your game goes on: ${count(session.state.safeLeft, "safe cell")} left.`;
  return describeNew(session.rules);
}

const guessWords = ({ guessing }) => (guessing === "uniform" ? "" : `, ${guessing} guessing`);

function describeNew({ columns, rows, mines, guessing }) {
  const size = `${count(columns, "column")}, ${count(rows, "row")}, ${count(mines, "mine")}${guessWords({ guessing })}`;
  return `New game: ${size}. Reveal a cell${isTouch() ? "" : "; h gives a hint"}.`;
}

/** How the game ended; empty while it goes on. */
function endWords(session) {
  const { state, rules, elapsed } = session;
  const { columns } = rules;
  if (state.outcome === "playing") return "";
  if (rules.game === "score") return `Done in ${preciseTime(elapsed)} seconds, ${count(state.minesHit, "mine")} hit.`;
  if (state.outcome === "won") return `Won in ${preciseTime(elapsed)} seconds.`;
  const hit = state.cells.indexOf(MINE_SHOWN);
  if (session.isRetry && hit === state.firstCell) {
    return `Lost: ${cellName(hit, columns)} is a mine of the layout that you retry. Restart moves it away.`;
  }
  return `Lost: ${cellName(hit, columns)} was a mine. ${isTouch() ? "Undo" : "u"} takes it back.`;
}

function describeMove(session, kind, cell, before) {
  const { state, rules } = session;
  const name = cellName(cell, rules.columns);
  const end = endWords(session);
  if (end) return end;
  if (kind === "flag") return `${name} flagged, ${count(rules.mines - state.numFlags - state.minesHit, "mine")} left.`;
  if (kind === "unflag") return `The flag of ${name} is gone.`;
  if (state.minesHit > before.minesHit) return `${name}: a mine, which costs a point.`;
  const opened = before.safeLeft - state.safeLeft;
  if (opened === 1 && kind === "reveal") return `${name} shows ${state.cells[cell]}.`;
  return `${name}: ${count(opened, "cell")} opened.`;
}
