/**
 * The engine in a worker of the web or of Node: the first message is the compiled module, every other one a call
 * `{ name, args }`, answered in order by `{ value }`, `{ error }` or, where the engine stopped, `{ fault }`.
 */

import { Host } from "./host.js";

/**
 * The memory of the arrays of an answer, which moves to the caller instead of being copied.
 * @param {{ value?: any }} answer @returns {ArrayBuffer[]}
 */
function buffersOf({ value }) {
  const inside = value !== null && typeof value === "object" && !ArrayBuffer.isView(value);
  const parts = inside ? Object.values(value) : [value];
  return parts.filter((part) => ArrayBuffer.isView(part)).map((part) => part.buffer);
}

/**
 * @param {(message: any, buffers?: ArrayBuffer[]) => void} send
 * @param {(take: (message: any) => void) => void} listen
 */
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
      const answer = (await host).answer(message.name, message.args);
      send(answer, buffersOf(answer));
    } catch (error) {
      send({ fault: String(error) });
    }
  });
}

if (typeof globalThis.postMessage === "function" && typeof globalThis.document === "undefined") {
  serve((message, buffers = []) => globalThis.postMessage(message, { transfer: buffers }), (take) => {
    globalThis.onmessage = (event) => take(event.data);
  });
} else {
  const { parentPort } = await import(/* @vite-ignore */ "node:worker_threads");
  if (parentPort)
    serve((message, buffers) => parentPort.postMessage(message, buffers), (take) => parentPort.on("message", take));
}
