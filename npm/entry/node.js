// The entry for Node: the module lies beside this file.

import { readFile } from "node:fs/promises";
import { compile } from "./compile.js";
import { Sapper } from "./sapper.js";

export { Game, Sapper, SapperError } from "./sapper.js";

/** Loads the engine; `wasm` may be a module, its bytes, a response, a path or a URL. */
export async function load({ wasm = new URL("./sapper.wasm", import.meta.url) } = {}) {
  const isRemote = /^(https?|data|blob):/.test(String(wasm));
  return new Sapper((await compile(wasm)) ?? (await compile(isRemote ? await fetch(wasm) : await readFile(wasm))));
}
