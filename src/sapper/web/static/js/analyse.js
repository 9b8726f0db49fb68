// Analyse: an editor for positions, the risks over it, candidates, and reasons.

import { announce, copyText, h, percent } from "./dom.js";
import { paintPosition } from "./analyse_board.js";
import { describeAnalysis, describeSea, seaOf } from "./analyse_help.js";
import { EXAMPLE, KEYS, PAINT_KEYS, TOOLS, buildAnalyse } from "./analyse_view.js";
import { CandidatesTable } from "./candidates.js";
import { COVERED, FLAGGED, MOST_CELLS, blankPosition, cellName, formatPosition } from "./codes.js";
import { GridView } from "./grid.js";
import { plainLook } from "./looks.js";
import { listenEverywhere } from "./input.js";
import { readFile, readPasted, readSharedLayout, showLayout } from "./links.js";
import { linkOfReplay } from "./replay_file.js";
import { PicturePanel, isPicture } from "./picture.js";
import { SavedPositions } from "./saved_positions.js";
import { pointFrom, withNames } from "./sentence.js";
import { MINE, SAFE, WhatIfPanel } from "./what_if.js";
import { WhyPanel } from "./why.js";

export class AnalysePage {
  #engine;
  #go;
  #position = blankPosition(9, 9, 10);
  #past = [];
  #tool = "ask";
  #analysis = null;
  #survey = null;
  #conflict = [];
  #outlines = null;
  #asked = 0;
  #sea = new Set();
  #hint = null;
  #isShown = false;
  #isDragging = false;

  constructor(engine, go, { shelf }) {
    this.#engine = engine;
    this.#go = go;
    this.saved = new SavedPositions(shelf, {
      current: () => formatPosition(this.#position),
      open: (text) => this.openText(text),
    });
    this.board = h("div");
    this.view = new GridView(this.board, {
      label: "Position to analyse",
      onAct: (action, cell, how) => this.#act(action, cell, how),
      keys: () => KEYS,
      drags: () => this.#tool !== "ask",
      below: () => 90,
    });
    listenEverywhere(this.board, this.view, this.view.input, () => this.#isShown);
    this.candidates = new CandidatesTable((cell) => this.#ask(cell));
    this.why = new WhyPanel((outlines) => {
      this.#outlines = outlines;
      this.#paint();
    });
    this.whatIf = new WhatIfPanel(() => this.#analyse());
    this.picture = new PicturePanel(engine, (position) => this.#set(position));
    Object.assign(this, this.#build());
    pointFrom(this.side, this.view);
    this.#listen();
  }

  /** The wheel and dragging, with a tool. */
  #listen() {
    this.board.addEventListener("wheel", (event) => this.#turnWheel(event), { passive: false });
    addEventListener("pointerup", () => (this.#isDragging = false));
  }

  #turnWheel(event) {
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (cell === null || this.#tool === "ask" || event.ctrlKey) return;
    event.preventDefault();
    const code = this.#position.cells[cell];
    const clue = code <= 8 ? code : -1;
    const wanted = Math.max(-1, Math.min(8, clue - Math.sign(event.deltaY)));
    this.#put(cell, wanted < 0 ? COVERED : wanted);
  }

  // The page

  #build() {
    const { picture, candidates, why, whatIf, saved, board } = this;
    return buildAnalyse({ picture, candidates, why, whatIf, saved, board }, {
      choose: (tool) => this.#choose(tool),
      setMines: () => this.#setMines(),
      paint: () => this.#paint(),
      analyse: () => this.#analyse(),
      stop: () => this.#engine.thinking.stop(),
      resize: () => this.#resize(),
      undo: () => this.#undo(),
      clear: () => this.#set(blankPosition(this.#position.columns, this.#position.rows, this.#position.mines)),
      zoom: (by) => this.view.zoom(this.view.size * by),
      read: () => this.openText(this.paste.value),
      open: (file) => this.openFile(file),
      copyLink: () => this.#copyLink(),
      copyNotation: () => copyText(formatPosition(this.#position), this.share),
    });
  }

  /** Opens what an address says. */
  async open(parameters) {
    this.#isShown = true;
    if ([...parameters.keys()].length === 0 && this.#past.length) {
      this.#show(this.#position);
      return;
    }
    if (parameters.has("b")) {
      const layout = readSharedLayout(parameters.get("b"), parameters.get("m") ?? "");
      this.#set(showLayout(layout));
      return;
    }
    const text = parameters.get("p") ?? EXAMPLE;
    this.#showBlank(text);
    const { position } = await readPasted(`p=${encodeURIComponent(text)}`, (...q) => this.#engine.games.ask(...q));
    this.#set(position);
  }

  /** As many covered cells at once as the text has rows and letters, while the engine still loads. */
  #showBlank(text) {
    const rows = text.trim().split(/[ +]/)[0].split("/");
    const columns = rows[0].length;
    if (this.#past.length || columns * rows.length > MOST_CELLS || rows.some((row) => row.length !== columns)) return;
    this.view.resize(columns, rows.length);
    this.view.paint((cell) => plainLook(COVERED, cell, columns));
  }

  leave() {
    this.#isShown = false;
    this.#engine.thinking.stop();
  }

  // Editing

  #choose(tool) {
    this.#tool = tool;
    // With a finger, a tool paints where it moves instead of scrolling.
    this.board.style.touchAction = tool === "ask" ? "" : "none";
    this.tools.forEach((element, i) => element.setAttribute("aria-pressed", String(TOOLS[i][0] === tool)));
  }

  #act(action, cell, how) {
    if (action === "moved") return;
    if (action === "undo") this.#undo();
    else if (action === "take back") this.whatIf.takeBack();
    else if (action === "drag") this.#paintAlong(cell);
    else if (action === "paint") this.#put(cell, PAINT_KEYS[how]);
    else if (action === "flag") this.#put(cell, this.#position.cells[cell] === FLAGGED ? COVERED : FLAGGED);
    else if (action === "ask" || this.#tool === "ask") this.#ask(cell);
    else this.#put(cell, this.#tool);
  }

  /** Cells painted in one stroke are undone together. */
  #paintAlong(cell) {
    if (this.#position.cells[cell] === this.#tool) return;
    if (!this.#isDragging) this.#past.push(this.#position);
    this.#isDragging = true;
    const cells = this.#position.cells.slice();
    cells[cell] = this.#tool;
    this.#show({ ...this.#position, cells });
  }

  #put(cell, code) {
    if (this.#position.cells[cell] === code) return;
    const cells = this.#position.cells.slice();
    cells[cell] = code;
    this.#set({ ...this.#position, cells });
  }

  #set(position) {
    this.#past.push(this.#position);
    if (this.#past.length > 200) this.#past.shift();
    this.#show(position);
  }

  #undo() {
    const before = this.#past.pop();
    if (before) this.#show(before);
    else announce("nothing is left to undo");
  }

  #show(position) {
    this.#position = position;
    this.whatIf.clear();
    this.columns.input.value = String(position.columns);
    this.rows.input.value = String(position.rows);
    this.mines.input.value = String(position.mines);
    this.view.resize(position.columns, position.rows);
    this.#go("analyse", `p=${formatPosition(position).replace(" ", "+")}`);
    this.#analyse();
  }

  #setMines() {
    const mines = Number(this.mines.input.value);
    if (Number.isInteger(mines) && mines >= 0) this.#set({ ...this.#position, mines });
  }

  #resize() {
    const [columns, rows, mines] = [this.columns, this.rows, this.mines].map((f) => Number(f.input.value));
    if (!(columns >= 1 && rows >= 1 && columns * rows <= MOST_CELLS)) {
      this.#tell(`expected 1 to ${MOST_CELLS} cells`, true);
      return;
    }
    const position = blankPosition(columns, rows, mines);
    const old = this.#position;
    for (let r = 0; r < Math.min(rows, old.rows); r += 1) {
      for (let c = 0; c < Math.min(columns, old.columns); c += 1) {
        position.cells[r * columns + c] = old.cells[r * old.columns + c];
      }
    }
    this.#set(position);
  }

  /** Shows what a text is. */
  openText(text) {
    return this.#take((ask) => readPasted(text, ask));
  }

  /** Shows what a file is, however it came here. */
  openFile(file) {
    if (isPicture(file)) return this.#openPicture(file);
    return this.#take((ask) => readFile(file, ask));
  }

  /** A screenshot is looked through before it is analysed. */
  async #openPicture(file) {
    try {
      await this.picture.open(file);
      this.pasteMessage.textContent = "";
    } catch (error) {
      this.pasteMessage.textContent = `${error.message}.`;
      this.pasteMessage.scrollIntoView({ block: "nearest" });
    }
  }

  async #take(read) {
    try {
      const found = await read((...question) => this.#engine.games.ask(...question));
      if (found.replay) {
        location.hash = linkOfReplay(found.replay);
        return;
      }
      this.pasteMessage.textContent = "";
      this.#set(found.position ?? showLayout(found.layout));
      announce("the position is read");
    } catch (error) {
      this.pasteMessage.textContent = `${error.message}.`;
      this.pasteMessage.scrollIntoView({ block: "nearest" });
    }
  }

  async #copyLink() {
    const base = location.href.split("#")[0].split("?")[0];
    await copyText(`${base}#analyse?p=${formatPosition(this.#position).replace(" ", "+")}`, this.share);
  }

  // Analysis

  get #options() {
    return { trustFlags: this.trustFlags.input.checked, useMineCount: this.useMineCount.input.checked };
  }

  async #analyse() {
    const number = (this.#asked += 1);
    if (this.#engine.thinking.isBusy) this.#engine.thinking.stop();
    this.#analysis = this.#survey = null;
    this.#conflict = [];
    this.#outlines = null;
    this.why.element.hidden = true;
    this.candidates.clear();
    this.best.hidden = true;
    this.#hint = null;
    this.#sea = seaOf(this.#assumedPosition);
    this.#paint();
    this.stopButton.hidden = false;
    try {
      const { assumed } = this.whatIf;
      const ask = (...question) => this.#engine.thinking.ask(...question);
      const analysis = await ask("analyseIf", this.#position, assumed, this.#options);
      if (number !== this.#asked) return;
      if (analysis.holds < assumed.length) {
        this.whatIf.refuse(analysis.holds);
        return;
      }
      this.#analysis = analysis;
      this.whatIf.show(analysis.chances);
      this.#tell(`${assumed.length ? "If so, " : ""}${describeAnalysis(analysis)}${describeSea(this.#sea, analysis.risk)}`);
      this.#paint();
      if (!this.#canAsk) return;
      const survey = await ask("survey", this.#assumedPosition, this.#options);
      if (number !== this.#asked) return;
      this.#survey = survey;
      this.candidates.show(survey, this.#position.columns);
      const hint = await ask("hint", this.#assumedPosition, -1);
      if (number === this.#asked) this.#showBest(hint);
    } catch (error) {
      if (number === this.#asked) this.#explain(error);
    } finally {
      if (number === this.#asked) this.stopButton.hidden = true;
    }
  }

  /** The position with what is assumed painted into it, for what needs a position. */
  get #assumedPosition() {
    const { assumed } = this.whatIf;
    if (assumed.length === 0) return this.#position;
    const cells = this.#position.cells.slice();
    for (const { cell, what } of assumed) cells[cell] = what === MINE ? FLAGGED : what;
    return { ...this.#position, cells };
  }

  /** A cell that is merely safe, or a mine while flags are not trusted, cannot be painted. */
  get #canAsk() {
    const trusts = this.trustFlags.input.checked;
    return this.whatIf.assumed.every(({ what }) => what !== SAFE && (what !== MINE || trusts));
  }

  #explain(error) {
    if (error.kind === "stopped") {
      this.#tell("Stopped.");
      return;
    }
    this.#conflict = error.details?.clues ?? [];
    if (this.#conflict.length) {
      this.#tell("This position cannot be: clues clash.", true);
      this.why.tell("These clues clash", `${error.message}.`, null, true);
    } else this.#tell(`${error.message}.`, true);
    this.#paint();
  }

  /** The move that Sapper would make: marked on the grid, said in one sentence. */
  #showBest(hint) {
    this.#hint = hint;
    this.best.hidden = hint === null;
    if (hint) this.best.replaceChildren(h("b", {}, "Best: "), ...withNames(`${hint.sentence}.`.replace(/\.\.$/, ".")));
    this.#paint();
  }

  async #ask(cell) {
    this.view.focus(cell, false);
    const code = this.#position.cells[cell];
    const name = cellName(cell, this.#position.columns);
    if (!this.#analysis) return;
    if (code !== COVERED && code !== FLAGGED) {
      this.why.tell(name, `${name} is revealed.`);
      return;
    }
    try {
      const ask = (...question) => this.#engine.thinking.ask(...question);
      const isAssumed = this.whatIf.assumed.some((one) => one.cell === cell);
      const reason = this.#canAsk && !isAssumed ? await ask("why", this.#assumedPosition, cell, this.#options) : null;
      if (reason) this.why.show(reason, this.#position.columns);
      else this.#tellRisk(cell, name, isAssumed);
      if (code !== COVERED) return;
      const chances = await ask("whatIf", this.#position, this.whatIf.assumed, cell, this.#options);
      this.whatIf.offer(cell, this.#position.columns, chances);
    } catch (error) {
      if (error.kind !== "stopped") this.why.tell(name, error.message, null, true);
    }
  }

  #tellRisk(cell, name, isAssumed = false) {
    const risk = this.#analysis.risk[cell];
    if (isAssumed || !(risk > 0 && risk < 1)) {
      const what = isAssumed ? "assumed" : risk === 0 ? "safe, given what is assumed" : "a mine, given what is assumed";
      this.why.tell(name, `${name} is ${what}.`, { clues: [], cells: [cell], areMines: risk === 1 });
      return;
    }
    if (this.#position.cells[cell] === FLAGGED && this.trustFlags.input.checked) {
      this.why.tell(name, `The flag at ${name} is trusted; untick "trust flags" to ask about it.`);
      return;
    }
    const dead = this.#survey?.dead.includes(cell) ? " It is dead: it can show only one clue." : "";
    const text = `${name} is not proven: its risk is ${percent(risk)}.${dead}`;
    this.why.tell(name, text, { clues: [], cells: [cell], areMines: false });
  }

  // Painting

  #paint() {
    paintPosition(this.view, this.#position, {
      risk: this.#analysis?.risk,
      survey: this.#survey,
      sea: this.#sea,
      outlines: this.#outlines,
      conflict: this.#conflict,
      assumed: this.whatIf.assumed,
      best: this.#hint && this.#hint.kind !== "mines" ? this.#hint.cell : null,
      showRisks: this.showRisks.input.checked,
      numbers: this.showNumbers.input.checked,
    });
  }

  #tell(text, isProblem = false) {
    this.summary.textContent = text;
    this.summary.className = isProblem ? "message problem" : "message";
    announce(text);
  }
}
