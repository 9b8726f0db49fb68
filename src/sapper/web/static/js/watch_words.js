// What is said of an agent's turn.

import { count } from "./dom.js";
import { FLAGGED, cellName } from "./codes.js";

export const endWord = (outcome) => ({ won: "Won", lost: "Lost", stuck: "Stuck" })[outcome];

/** A part of an agent as it is said. */
export const partName = (part) => part.replaceAll("_", " ");

/** A turn in a sentence. */
export function describeTurn(turn, columns) {
  if (turn.role === "stuck") return "stuck: nothing is proven, and there is nobody to guess.";
  if (turn.proofs.length) {
    const mines = turn.proofs.filter((proof) => proof.isMine).length;
    const safe = turn.proofs.length - mines;
    const parts = [safe && `${safe} safe`, mines && count(mines, "mine")];
    const window = turn.window
      ? ` in the window ${cellName(turn.window.row * columns + turn.window.column, columns)}, ` +
        `${turn.window.columns}x${turn.window.rows}`
      : "";
    return `${partName(turn.part)} proved ${parts.filter(Boolean).join(" and ")}${window}.`;
  }
  const name = cellName(turn.cell, columns);
  const verb = turn.role === "opener" ? "opened" : turn.moves[0]?.[0] === "flag" ? "flagged" : "guessed";
  const code = turn.cells[turn.cell];
  return `${partName(turn.part)} ${verb} ${name}${code <= 8 ? `: it shows ${code}` : code === FLAGGED ? "" : ": a mine"}.`;
}

/** Cells that were proven alike from the same clues, together. */
export function groupProofs(proofs, columns) {
  const groups = new Map();
  for (const { cell, isMine, clues } of proofs) {
    const from = clues.length ? ` from ${clues.map((c) => cellName(c, columns)).join(" ")}` : "";
    const key = `${isMine ? "mine" : "safe"}|${from}`;
    groups.set(key, [...(groups.get(key) ?? []), cellName(cell, columns)]);
  }
  return [...groups].map(([key, names]) => {
    const [kind, from] = key.split("|");
    return `${kind}: ${names.join(" ")}${from}`;
  });
}

function fixedOpener(cell, columns) {
  const options = { column: ["whole", String(cell % columns)], row: ["whole", String(Math.floor(cell / columns))] };
  return { label: "same_cell", name: "fixed", options };
}

/** The agent, but for its first cell. */
export const beginAt = (agent, cell, columns) => ({ ...agent, opener: fixedOpener(cell, columns) });

/** Agents by the document that they are from: [document, agents]. */
export function byDocument(agents) {
  const documents = new Map();
  for (const agent of agents) {
    const document = agent.source.split(/[,:]/)[0];
    if (!documents.has(document)) documents.set(document, []);
    documents.get(document).push(agent);
  }
  return [...documents].sort(([a], [b]) => (a === "Sapper" ? -1 : b === "Sapper" ? 1 : a < b ? -1 : 1));
}

/** An agent as a list shows it: its name in the document, and what it does. */
export function nameOf({ id, summary }) {
  const name = id.includes("/") ? id.slice(id.indexOf("/") + 1) : id;
  const words = summary.replace(/\.$/, "");
  return `${name}: ${words.length > 52 ? `${words.slice(0, 50)}…` : words}`;
}
