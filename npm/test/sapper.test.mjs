// The package as it is used: by its own name, through its exports.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Sapper, SapperError, load } from "sapper-minesweeper";

const EXAMPLE = "..1./..2./11../.... 3";
const sapper = await load();

function errorOf(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof SapperError, error.stack);
    return error;
  }
  return assert.fail("expected an error");
}

test("an analysis has risks by row, proven cells by name, and the exact count", () => {
  const found = sapper.analyse(EXAMPLE);
  assert.deepEqual(found.safe, ["r3c3", "r4c3"]);
  assert.deepEqual(found.mines, ["r3c4"]);
  assert.equal(found.placements, 11);
  assert.equal(found.risk[0][2], null);
  assert.ok(Math.abs(found.risk[0][0] - 1 / 11) < 1e-12);
  assert.deepEqual(sapper.analyse(EXAMPLE, { want: ["safe"] }), { safe: found.safe });
});

test("a hint is a sentence with its proof", () => {
  const { cell, technique, sentence, reason } = sapper.hint(EXAMPLE);
  assert.equal(cell, "r3c3");
  assert.equal(technique, "subset");
  assert.match(sentence, /^r3c3 is safe: /);
  assert.ok(reason.chain.length > 0);
});

test("placements stay exact beyond what a double holds", () => {
  const blank = `${Array(16).fill(".".repeat(30)).join("/")} 99`;
  const choose = Array.from({ length: 99 }, (_, i) => BigInt(i)).reduce((ways, i) => (ways * (480n - i)) / (i + 1n), 1n);
  assert.equal(sapper.analyse(blank, { want: ["placements"] }).placements, String(choose));
  assert.equal(sapper.analyse("... 1", { want: ["placements"], mine_count: false }).placements, 8);
});

test("values are exact fractions", () => {
  const found = sapper.value("1../... 1");
  assert.equal(found.fraction, "2/3");
  assert.deepEqual(found.cells.map(({ fraction }) => fraction).sort(), [...Array(found.cells.length)].map(() => "2/3"));
  assert.equal(errorOf(() => sapper.value("1../... 1", { max_layouts: 1 })).kind, "budget");
});

test("any set of constraints is analysed, and what clashes is named", () => {
  const sums = [{ cells: [0, 1, 2], low: 1, high: 2 }, { cells: [2, 3], low: 2 }];
  const found = sapper.analyse({ cells: 6, sums });
  assert.deepEqual([found.mines, found.safe, found.placements], [[2, 3], [], 12]);
  assert.ok(Math.abs(found.risk[0] - 1 / 3) < 1e-12);
  assert.deepEqual(found.reasons[0], { cell: 2, is_mine: true, constraints: [1], needs_mine_count: false, is_smallest: true });
  assert.deepEqual(sapper.analyse({ cells: 6, mines: 3, sums }, { want: ["placements"] }), { placements: 4 });
  const wide = Array.from({ length: 100 }, (_, cell) => cell);
  const many = sapper.analyse({ cells: 100, sums: [{ cells: wide, low: 50 }] }, { want: ["placements"] });
  assert.equal(many.placements, "100891344545564193334812497256");
  const clash = errorOf(() => sapper.analyse({ cells: 2, sums: [{ cells: [0], low: 1 }, { cells: [0, 1], low: 0 }] }));
  assert.equal(clash.kind, "inconsistent");
  assert.deepEqual(clash.constraints, [0, 1]);
  assert.equal(errorOf(() => sapper.analyse({ cells: 2, sums: [{ cells: [2], low: 1 }] })).kind, "rules");
  assert.equal(errorOf(() => sapper.analyse({ cells: 2, sums: [{ cells: [-1], low: 1 }] })).kind, "argument");
  assert.equal(errorOf(() => sapper.analyse({ cells: 2, sums: [] }, { want: ["hint"] })).kind, "argument");
  assert.deepEqual(sapper.analyse(EXAMPLE, { want: ["safe"] }).safe, ["r3c3", "r4c3"]);
});

test("what-ifs come with their chances", () => {
  const after = sapper.assume(EXAMPLE, [{ cell: "r1c2", is: "mine" }, { cell: "r4c3", is: 1 }]);
  assert.equal(after.position, ".F1./..2./11../..1. 3");
  assert.ok(Math.abs(after.chances[0] - 3 / 11) < 1e-12);
  assert.equal(errorOf(() => sapper.assume(EXAMPLE, [{ cell: "r3c3", is: "mine" }])).kind, "inconsistent");
  assert.equal(errorOf(() => sapper.assume(EXAMPLE, [{ cell: "r3c1", is: 1 }])).kind, "illegal_move");
});

test("a game is played, judged and taken back", () => {
  const game = sapper.newGame("-*/--/--");
  assert.equal(game.reveal("r3c1").outcome, "playing");
  const risky = game.reveal("r1c2");
  assert.equal(risky.outcome, "lost");
  assert.equal(risky.layout, "-*/--/--");
  assert.equal(game.review().steps.at(-1).survived, false);
  assert.equal(game.undo().outcome, "playing");
  game.flag("r1c2");
  assert.equal(game.state.mines_left, 0);
  assert.equal(game.flag("r1c2").mines_left, 1);
  assert.equal(game.reveal("r1c1").outcome, "won");
  game.end();
});

test("boards need no guess, and their grade says so again", () => {
  const [board, other] = sapper.boards("beginner", { count: 2, seed: 11 });
  assert.notEqual(board.layout, other.layout);
  const graded = sapper.grade(board.layout, board.first);
  assert.equal(graded.needs_no_guess, true);
  assert.deepEqual(graded.grade, board.grade);
});

test("errors are sentences with a kind, and the engine goes on after them", () => {
  const clash = errorOf(() => sapper.analyse("8. 1"));
  assert.equal(clash.kind, "inconsistent");
  assert.match(clash.message, /r1c1 shows 8/);
  assert.deepEqual(clash.clues, ["r1c1"]);
  for (const [work, kind, words] of [
    [() => sapper.analyse("nothing"), "notation", /expected/],
    [() => sapper.analyse(7), "argument", /as text/],
    [() => sapper.analyse(EXAMPLE, { trustFlags: true }), "argument", /unknown option 'trustFlags'/],
    [() => sapper.analyse(EXAMPLE, { want: ["all"] }), "argument", /'all'/],
    [() => sapper.hint(EXAMPLE, { near: "r9c9" }), "notation", /r1c1 to r4c4/],
    [() => sapper.reasons(EXAMPLE, { cells: ["r1c1"] }), "argument", /r1c1 is not proven/],
    [() => sapper.newGame("9x9x100"), "rules", /mines/],
    [() => sapper.boards("lots"), "notation", /'lots'/],
    [() => sapper.boards("expert", { hardest: "luck" }), "unknown_name", /single clue/],
    [() => sapper.newGame("5x5x3").chord("r1c1"), "illegal_move", /r1c1/],
  ]) {
    const error = errorOf(work);
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, words);
    assert.deepEqual(sapper.analyse(EXAMPLE, { want: ["safe"] }).safe, ["r3c3", "r4c3"]);
  }
});

test("the engine is loaded from whatever holds it", async () => {
  const path = createRequire(import.meta.url).resolve("sapper-minesweeper/sapper.wasm");
  const bytes = await readFile(path);
  const ways = [path, new URL(`file://${path}`), bytes, new WebAssembly.Module(bytes), `data:application/wasm;base64,${bytes.toString("base64")}`];
  for (const wasm of ways) assert.equal((await load({ wasm })).hint(EXAMPLE).cell, "r3c3");
  assert.equal(new Sapper(new WebAssembly.Module(bytes)).hint(EXAMPLE).cell, "r3c3");
});

test("every method is declared for TypeScript, and nothing else is", async () => {
  const text = await readFile(new URL("../index.d.ts", import.meta.url), "utf8");
  const game = sapper.newGame("5x5x3");
  for (const [name, prototype] of [["Sapper", Sapper.prototype], ["Game", Object.getPrototypeOf(game)]]) {
    const body = text.split(`export class ${name} {`)[1].split("\n}")[0];
    const declared = [...body.matchAll(/^ {2}(\w+)[<(]/gm)].map(([, method]) => method);
    assert.deepEqual([...new Set(declared)].sort(), Object.getOwnPropertyNames(prototype).filter((own) => name === "Sapper" || own !== "constructor").sort());
  }
  const fields = (type) => [...text.split(`export interface ${type} {`)[1].split("\n}")[0].matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key);
  const found = sapper.analyse(EXAMPLE);
  const played = sapper.newGame("-*/--/--");
  played.reveal("r3c1");
  const shown = {
    Analysis: found, Hint: found.hint, Reason: found.reasons[0], Step: found.reasons[0].chain[0],
    Value: sapper.value("1../... 1"), AnalysisAfter: sapper.assume(EXAMPLE, []),
    Board: sapper.boards("beginner")[0], GameState: played.state,
    Review: played.review(), JudgedMove: played.review().steps[0],
  };
  for (const [type, data] of Object.entries(shown)) assert.deepEqual(Object.keys(data).sort(), fields(type).sort(), type);
});
