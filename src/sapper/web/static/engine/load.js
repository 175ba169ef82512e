/** The compiled module: from the file beside this one, on the web and under Node. */

/**
 * @param {string | URL | BufferSource | WebAssembly.Module | undefined} source  undefined: the file of this package
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = source === undefined ? new URL("sapper.wasm", import.meta.url) : new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  // A host that names another type than application/wasm cannot stream it.
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
