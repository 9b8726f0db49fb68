// The first thing that runs: the engine is fetched and compiled while the rest still comes.

globalThis.sapperEarly = WebAssembly.compileStreaming(fetch(new URL("../sapper.wasm", import.meta.url)));
