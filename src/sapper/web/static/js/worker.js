// The engine's worker: a compiled module first, then questions, one answer each.

import { Service } from "./service.js";

let service = null;

self.onmessage = ({ data }) => {
  if (data.module) {
    service = new Service(data.module);
    self.postMessage({ ready: true });
    return;
  }
  const { id, method, values } = data;
  try {
    self.postMessage({ id, result: service[method](...values) });
  } catch (error) {
    const { message, kind = "bug", details = {} } = error;
    self.postMessage({ id, error: { message, kind, details } });
  }
};
