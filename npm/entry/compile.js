// A compiled module, of whatever is known of it: itself, its bytes, a response.

/** Compiles bytes or a response; a module is taken as it is. Null for what has to be fetched. */
export async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  if (typeof Response !== "undefined" && wasm instanceof Response) {
    if (!wasm.ok) throw new Error(`the engine cannot be fetched: ${wasm.status} for ${wasm.url}`);
    return WebAssembly.compile(await wasm.arrayBuffer());
  }
  return null;
}
