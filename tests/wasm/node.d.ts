// What the package uses of Node.
declare module "node:fs/promises" {
  export function readFile(url: URL): Promise<Uint8Array>;
}
declare module "node:worker_threads" {
  export const parentPort: { postMessage(message: any, buffers?: ArrayBuffer[]): void; on(event: "message", take: (message: any) => void): void } | null;
  export class Worker {
    constructor(url: URL);
    on(event: "message" | "error", take: (message: any) => void): void;
    postMessage(message: any): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
}
