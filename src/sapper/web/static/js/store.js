/**
 * A value that others watch. `set` merges, and watchers hear of it once, with the keys that really changed.
 *
 * @template {Record<string, any>} T
 */
export class Store {
  /** @param {T} initial */
  constructor(initial) {
    /** @type {T} */
    this.value = { ...initial };
    /** @type {Set<(value: T, changed: Set<string>) => void>} */
    this.watchers = new Set();
  }

  /** @param {Partial<T>} part */
  set(part) {
    const changed = new Set(Object.keys(part).filter((key) => !Object.is(part[key], this.value[key])));
    if (changed.size === 0) return;
    this.value = { ...this.value, ...part };
    for (const watcher of [...this.watchers]) watcher(this.value, changed);
  }

  /**
   * Calls `watcher` after every change, until the function that comes back is called.
   * @param {(value: T, changed: Set<string>) => void} watcher
   * @returns {() => void}
   */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

/** Listeners by name, for things that happen rather than last: `on` returns what ends the listening. */
export class Events {
  constructor() {
    /** @type {Map<string, Set<Function>>} */
    this.listeners = new Map();
  }

  /**
   * @param {string} name
   * @param {(...args: any[]) => void} listener
   * @returns {() => void}
   */
  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    this.listeners.get(name)?.add(listener);
    return () => this.listeners.get(name)?.delete(listener);
  }

  /**
   * @param {string} name
   * @param {...any} args
   */
  emit(name, ...args) {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(...args);
  }
}
