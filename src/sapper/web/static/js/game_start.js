// How a session begins: as it is asked for, from what was saved, or again.

import { GameSession } from "./session.js";

/** A game as a link or the form asks for it, with the moves that a link has. */
export async function begin(engine, how) {
  const session = await new GameSession(engine, how).start();
  return how.moves ? session.play(how.moves, how.times) : session;
}

/** A saved game; null where there is none or it is damaged, which is set aside. */
export async function resume(engine, archive, saved) {
  if (!saved) return null;
  try {
    return await GameSession.resume(engine, saved);
  } catch (error) {
    archive.setAside(saved.id, error);
    return null;
  }
}

/** The saved game of an id, which may be the running one. */
export async function openSaved(engine, archive, id, running) {
  const saved = archive.load(id);
  if (!saved) throw new Error(`this browser has no game '${id.slice(0, 40)}'`);
  return running?.id === id ? running : resume(engine, archive, saved);
}

/** The same seed again, or the layout that the page was given. */
export function sameSeed({ rules, seed, needsNoGuess, layout, isRetry, isBegun }) {
  return { rules, seed, needsNoGuess, layout: isRetry ? null : layout, isRepeat: isBegun };
}

/** Exactly the same mines again. */
export async function sameMines(session) {
  const { rules, seed, layout, isRetry } = session;
  const mines = await session.mines();
  if (!mines.length && rules.mines) throw new Error("the first reveal decides where the mines are: reveal a cell first");
  return { rules, seed, layout: mines, isRetry: isRetry || !layout, isRepeat: true };
}
