// Puts the package together: its modules are those of the page, where they are maintained.
//
// What is copied is found from the entries' own imports, so that no list can be out of date.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "../src/sapper/web/static");
const lib = join(here, "lib");

function collect(path, found) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, "utf8").matchAll(/^(?:import|export) .* from "\.\/([\w]+\.js)";$/gm)) {
    const own = join(here, "entry", name);
    collect(existsSync(own) ? own : join(page, "js", name), found);
  }
  return found;
}

rmSync(lib, { recursive: true, force: true });
mkdirSync(lib);
const entries = ["node.js", "browser.js"].map((name) => join(here, "entry", name));
const modules = entries.reduce((found, entry) => collect(entry, found), new Set());
for (const path of [...modules, join(page, "sapper.wasm")]) copyFileSync(path, join(lib, path.split(/[\\/]/).at(-1)));
copyFileSync(join(here, "../LICENSE"), join(here, "LICENSE"));
