/**
 * The engine in a worker of the web or of Node: the first message is the compiled module, every other one a call
 * `{ name, args }`, answered in order by `{ value }`, `{ error }` or, where the engine stopped, `{ fault }`.
 */

import { Host } from "./host.js";

/** @param {(message: any) => void} send @param {(take: (message: any) => void) => void} listen */
export function serve(send, listen) {
  /** @type {Promise<Host> | null} */
  let host = null;
  listen(async (message) => {
    try {
      if (host === null) {
        host = Host.create(message);
        await host;
        return send({ ready: true });
      }
      send((await host).answer(message.name, message.args));
    } catch (error) {
      send({ fault: String(error) });
    }
  });
}

if (typeof globalThis.postMessage === "function" && typeof globalThis.document === "undefined") {
  serve((message) => globalThis.postMessage(message), (take) => {
    globalThis.onmessage = (event) => take(event.data);
  });
} else {
  const { parentPort } = await import(/* @vite-ignore */ "node:worker_threads");
  if (parentPort) serve((message) => parentPort.postMessage(message), (take) => parentPort.on("message", take));
}
