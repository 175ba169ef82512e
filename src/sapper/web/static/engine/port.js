/**
 * Where calls go: a worker of the web, a thread of Node, or this thread. A port answers one call after the other. A
 * call that is aborted while it runs ends its worker, and the next call starts another one: nothing is lost, because
 * every call says how to make what it needs.
 *
 * @typedef {{ name: string, args: any[], resolve: (answer: any) => void, reject: (reason: any) => void }} Waiting
 * @typedef {{ send(message: any): void, end(): void }} Line
 */

import { EngineError } from "./errors.js";
import { Host } from "./host.js";

/** Calls in this thread: nothing interrupts a running one. */
export class DirectPort {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** @type {Promise<Host> | null} */
    this.host = null;
  }

  /** @param {string} name @param {any[]} args @param {AbortSignal} [signal] */
  async call(name, args, signal) {
    signal?.throwIfAborted();
    this.host ??= Host.create(this.module);
    const host = await this.host;
    try {
      return host.answer(name, args);
    } catch (error) {
      this.host = null;
      throw new EngineError(`the engine stopped: ${error}`);
    }
  }

  get waiting() {
    return 0;
  }

  close() {
    this.host = null;
  }
}

/** Calls in a worker. */
export class WorkerPort {
  /** @param {WebAssembly.Module} module @param {(take: (message: any) => void) => Promise<Line>} open */
  constructor(module, open) {
    this.module = module;
    this.open = open;
    /** @type {Waiting[]} the first one runs */
    this.calls = [];
    /** @type {Promise<Line> | null} */
    this.line = null;
    this.closed = false;
  }

  get waiting() {
    return this.calls.length;
  }

  /** @param {string} name @param {any[]} args @param {AbortSignal} [signal] @returns {Promise<any>} */
  call(name, args, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.closed) return Promise.reject(new EngineError("the engine is closed"));
    return new Promise((resolve, reject) => {
      const abort = () => this.abort(waiting, signal?.reason);
      const done = () => signal?.removeEventListener("abort", abort);
      /** @type {Waiting} */
      const waiting = {
        name,
        args,
        resolve: (answer) => (done(), resolve(answer)),
        reject: (reason) => (done(), reject(reason)),
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.calls.push(waiting);
      if (this.calls.length === 1) this.begin();
    });
  }

  /** Sends the first call to the worker, which is started where there is none. */
  async begin() {
    this.line ??= this.start();
    const line = this.line;
    try {
      const opened = await line;
      const [first] = this.calls;
      if (first && line === this.line) opened.send({ name: first.name, args: first.args });
    } catch (error) {
      if (line === this.line) this.fail(error);
    }
  }

  /** @returns {Promise<Line>} */
  start() {
    const line = this.open((message) => {
      if (line === this.line) this.take(message); // else it comes from a worker that was ended
    }).then((opened) => {
      opened.send(this.module);
      return opened;
    });
    return line;
  }

  /** @param {any} message */
  take(message) {
    if (message.ready) return;
    if (message.fault !== undefined) return this.fail(new EngineError(`the engine stopped: ${message.fault}`));
    this.calls.shift()?.resolve(message);
    if (this.calls.length > 0) this.begin();
  }

  /**
   * The worker is of no use any more: ends it, and fails the call that runs.
   * @param {any} error
   */
  fail(error) {
    this.stop();
    this.calls.shift()?.reject(error);
    if (this.calls.length > 0) this.begin();
  }

  /** @param {Waiting} waiting @param {any} reason */
  abort(waiting, reason) {
    const place = this.calls.indexOf(waiting);
    if (place < 0) return;
    if (place === 0) return this.fail(reason);
    this.calls.splice(place, 1);
    waiting.reject(reason);
  }

  stop() {
    this.line?.then((line) => line.end(), () => {});
    this.line = null;
  }

  close() {
    this.closed = true;
    this.stop();
    for (const waiting of this.calls.splice(0)) waiting.reject(new EngineError("the engine was closed"));
  }
}

/** @param {(message: any) => void} take @returns {Promise<Line>} */
export async function openWebWorker(take) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => take(event.data);
  worker.onerror = (event) => take({ fault: event.message || "the worker cannot be loaded" });
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** @param {(message: any) => void} take @returns {Promise<Line>} */
export async function openNodeWorker(take) {
  const { Worker } = await import(/* @vite-ignore */ "node:worker_threads");
  const worker = new Worker(new URL("worker.js", import.meta.url));
  worker.on("message", (/** @type {any} */ message) => {
    if (!message.ready) worker.unref();
    take(message);
  });
  worker.on("error", (/** @type {any} */ error) => take({ fault: String(error) }));
  worker.unref();
  return {
    send(message) {
      worker.ref(); // a program waits for the answer, and ends while nothing is asked
      worker.postMessage(message);
    },
    end: () => worker.terminate(),
  };
}
