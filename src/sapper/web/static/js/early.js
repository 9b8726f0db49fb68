// The first thing that runs: what a page needs is fetched while the rest still comes. The engine is
// compiled as it arrives; pages that show data first get it once that is painted.

const DATA = { watch: ["agents"], results: ["results", "agents"] };
const at = (name) => new URL(`../${name}`, import.meta.url);
const page = /^#\/?(\w+)/.exec(location.hash)?.[1] ?? "";
const names = Object.hasOwn(DATA, page) ? DATA[page] : [];

/** Answers on their way, by name; null where the server is gone. */
globalThis.sapperData = new Map(names.map((name) => [name, fetch(at(`data/${name}.json`)).catch(() => null)]));
const painted = names.length ? new Promise((resolve) => (globalThis.sapperPainted = resolve)) : Promise.resolve();
globalThis.sapperEarly = painted.then(() => WebAssembly.compileStreaming(fetch(at("sapper.wasm"))));
