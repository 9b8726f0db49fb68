// The entry for browsers, workers and bundlers, which know what `new URL` beside a file means.

import { compile } from "./compile.js";
import { Sapper } from "./sapper.js";

export { Game, Sapper, SapperError } from "./sapper.js";

/** Loads the engine; `wasm` may be a module, its bytes, a response or a URL. */
export async function load({ wasm = new URL("./sapper.wasm", import.meta.url) } = {}) {
  return new Sapper((await compile(wasm)) ?? (await compile(await fetch(wasm))));
}
