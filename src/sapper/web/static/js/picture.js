// A board from a screenshot: the picture beside what was read in it, to be corrected, then analysed.
//
// The core reads the pixels (native/game/picture); here they are taken from the file, and what
// was read with doubt is outlined.

import { h, announce, button, count, field } from "./dom.js";
import { COVERED, FLAGGED, MINE_SHOWN, cellName } from "./codes.js";
import { GridView } from "./grid.js";
import { plainLook, withOutline } from "./looks.js";

const MOST_PIXELS = 40_000_000;
const CODES = { ".": COVERED, f: FLAGGED, "*": MINE_SHOWN };
for (let clue = 0; clue <= 8; clue += 1) CODES[clue] = clue;
const SIGNS = [[COVERED, "■", "Covered"], ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((clue) => [clue, String(clue), `Clue ${clue}`]), [FLAGGED, "⚑", "Flag"], [MINE_SHOWN, "✹", "Mine"]];

export const isPicture = (file) => file.type.startsWith("image/");

/** The pixels of a file, on white where it has none. */
async function readPixels(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error("expected a picture that this browser can show");
  }
  const { width, height } = bitmap;
  if (width * height > MOST_PIXELS) throw new Error(`expected a picture of at most ${MOST_PIXELS / 1e6} million pixels, got ${width}x${height}`);
  const canvas = h("canvas", { width, height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { canvas, width, height, pixels: pen.getImageData(0, 0, width, height).data };
}

export class PicturePanel {
  #engine;
  #onRead;
  #position = null;
  #doubtful = new Set();

  /** `onRead(position)` gets what the person has looked through. */
  constructor(engine, onRead) {
    this.#engine = engine;
    this.#onRead = onRead;
    this.message = h("p", { className: "message", role: "status" });
    this.shot = h("div", { className: "shot" });
    this.board = h("div");
    this.view = new GridView(this.board, {
      label: "Board read from the picture",
      onAct: (action, cell, how) => this.#act(action, cell, how),
      keys: () => Object.fromEntries(Object.keys(CODES).map((key) => [key, "paint"])),
      isWatched: true,
    });
    this.mines = field("Mines", { type: "number", min: 0, max: 40000, oninput: () => this.#tellMines() });
    this.take = button("Analyse it", () => this.#finish(), { className: "main" });
    const signs = SIGNS.map(([code, text, name]) => button(text, () => this.#put(this.view.focused, code), { "aria-label": name, title: name }));
    this.element = h(
      "section",
      { className: "card picture", "aria-label": "Board from a picture", hidden: true },
      h("h2", {}, "Board from a picture"),
      this.message,
      h("div", { className: "pair" }, this.shot, this.board),
      h("div", { className: "palette", role: "toolbar", "aria-label": "What the chosen cell shows" }, signs),
      h("div", { className: "row" }, this.mines.label, this.take, button("Next doubtful cell", () => this.#next()), button("Close", () => this.#close())),
    );
  }

  /** Reads the board in a file; throws where there is none. */
  async open(file) {
    const { canvas, width, height, pixels } = await readPixels(file);
    const found = await this.#engine.thinking.ask("readPicture", pixels, width, height);
    this.#position = { columns: found.columns, rows: found.rows, mines: found.usualMines ?? 0, cells: found.cells };
    this.#doubtful = new Set([...found.doubtful.keys()].filter((cell) => found.doubtful[cell]));
    this.mines.input.value = found.usualMines ?? "";
    this.look = found.look;
    this.#showShot(canvas, found);
    this.element.hidden = false;
    this.view.resize(found.columns, found.rows);
    this.#paint();
    this.#next();
    this.element.scrollIntoView({ block: "nearest" });
  }

  #showShot(canvas, { columns, rows, place }) {
    const { left, top, width, height } = place;
    const [wide, high] = [Math.round(columns * width), Math.round(rows * height)];
    const part = h("canvas", { width: wide, height: high, role: "img", "aria-label": "The board in the picture" });
    part.getContext("2d").drawImage(canvas, left, top, wide, high, 0, 0, wide, high);
    this.shot.replaceChildren(part);
  }

  #paint() {
    const { cells, columns } = this.#position;
    this.view.paint((cell) => {
      const look = plainLook(cells[cell], cell, columns);
      return this.#doubtful.has(cell) ? withOutline(look, "mine", "in doubt") : look;
    });
    const doubts = this.#doubtful.size;
    const words = doubts ? `${count(doubts, "cell")} in doubt, outlined: choose each and say what it shows.` : "No cell is in doubt.";
    this.message.textContent = `${this.#position.columns}x${this.#position.rows} cells in the look of ${this.look}. ${words}`;
    this.#tellMines();
  }

  #tellMines() {
    const isKnown = this.mines.input.value !== "";
    this.take.disabled = !isKnown;
    this.take.title = isKnown ? "" : "How many mines has this board?";
  }

  #act(action, cell, how) {
    if (action === "paint") this.#put(cell, CODES[how]);
    else this.view.focus(cell);
  }

  #put(cell, code) {
    this.#position.cells[cell] = code;
    this.#doubtful.delete(cell);
    this.#paint();
    announce(this.view.look(cell).label);
  }

  /** Goes to the next cell in doubt. */
  #next() {
    const cells = [...this.#doubtful].sort((a, b) => a - b);
    if (!cells.length) return;
    const cell = cells.find((one) => one > this.view.focused) ?? cells[0];
    this.view.focus(cell, false);
    this.view.reach(cell);
    this.view.point(cell);
    announce(`${cellName(cell, this.#position.columns)} is in doubt`);
  }

  #finish() {
    const mines = Number(this.mines.input.value);
    if (!Number.isInteger(mines) || mines < 0) return;
    this.element.hidden = true;
    this.#onRead({ ...this.#position, mines, cells: Uint8Array.from(this.#position.cells) });
  }

  #close() {
    this.element.hidden = true;
  }
}
