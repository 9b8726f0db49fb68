// A solver in twenty lines of Node: opens what single clues prove, else a far covered cell.
// sapper run "engine:node examples/engines/solver.mjs" random --on beginner
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const grid = JSON.parse(line).position.split(" ")[0].split("/");
  const around = (r, c) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [r + y, c + x]))
    .filter(([y, x]) => (y !== r || x !== c) && grid[y]?.[x] !== undefined);
  const cells = grid.flatMap((row, r) => [...row].map((_, c) => [r, c]));
  const covered = ([r, c]) => grid[r][c] === ".";
  const clues = cells.filter(([r, c]) => grid[r][c] > "0" && grid[r][c] <= "8");
  const hidden = ([r, c]) => around(r, c).filter(([y, x]) => ".F*".includes(grid[y][x]));
  const mines = new Set(clues.filter(([r, c]) => hidden([r, c]).length == grid[r][c])
    .flatMap(hidden).map(String));
  const safe = clues.filter(([r, c]) => hidden([r, c]).filter((n) => mines.has(String(n))).length == grid[r][c])
    .flatMap(hidden).filter((n) => covered(n) && !mines.has(String(n)));
  const unknown = cells.filter((n) => covered(n) && !mines.has(String(n)));
  const far = unknown.find(([r, c]) => around(r, c).every(covered));
  const moves = safe.length ? safe : [far ?? unknown[0] ?? cells.find(covered)];
  console.log([...new Set(moves.map(([r, c]) => `r${r + 1}c${c + 1}`))].join(" "));
}
