// The page's side of the engine: questions to a worker, answers as promises.
//
// Two workers: one answers the moves of games and is never busy for long, the other
// thinks. `stop` ends a thought: its worker is replaced, and what waited is informed.

const loadWorker = () =>
  globalThis.sapperWorker?.() ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

// The served page has begun already (early.js); the exported one carries the engine.
const loadModule = async () =>
  globalThis.sapperModule ? WebAssembly.compile(await globalThis.sapperModule()) : globalThis.sapperEarly;

const NOT_STARTED = "the engine could not be started in this browser";

/** An error of the engine, put in a sentence. */
export class AskError extends Error {
  constructor({ message, kind, details }) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

export class Client {
  #module;
  #worker = null;
  #waiting = new Map();
  #numbers = 0;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    this.#worker = loadWorker();
    this.#worker.onmessage = ({ data }) => this.#answer(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#refuse(NOT_STARTED, "bug");
    };
    const worker = this.#worker;
    this.#module.then(
      (module) => worker.postMessage({ module }),
      () => this.#refuse(NOT_STARTED, "bug"),
    );
  }

  #answer({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new AskError(error));
    else waiting.resolve(result);
  }

  #refuse(message, kind) {
    for (const { reject } of this.#waiting.values()) reject(new AskError({ message, kind }));
    this.#waiting.clear();
  }

  ask(method, ...values) {
    const id = (this.#numbers += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const worker = this.#worker;
      // Questions wait for the module, and are sent in order.
      this.#module.then(() => worker.postMessage({ id, method, values }), () => this.#refuse(NOT_STARTED, "bug"));
    });
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** Ends whatever is being computed; the promises fail with kind "stopped". */
  stop() {
    if (!this.isBusy) return;
    this.#worker.terminate();
    this.#refuse("stopped", "stopped");
    this.#start();
  }
}

/** Both workers; what is asked before the engine has loaded is answered then. */
export function startEngine() {
  const module = loadModule();
  module.then(() => performance.mark("engine-ready"), () => {});
  return { games: new Client(module), thinking: new Client(module) };
}
