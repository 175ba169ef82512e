/**
 * An observable value. `set` merges a part and calls every watcher once, with the keys that changed.
 *
 * @template {object} T
 */
export class Store {
  /** @param {T} initial */
  constructor(initial) {
    /** @type {T} */
    this.value = { ...initial };
    /** @type {Set<(value: T, changed: Set<keyof T>) => void>} */
    this.watchers = new Set();
  }

  /** @param {Partial<T>} part */
  set(part) {
    const keys = /** @type {(keyof T)[]} */ (Object.keys(part));
    const changed = new Set(keys.filter((key) => !Object.is(part[key], this.value[key])));
    if (changed.size === 0) return;
    this.value = { ...this.value, ...part };
    for (const watcher of [...this.watchers]) watcher(this.value, changed);
  }

  /**
   * Calls `watcher` after every change. Returns a function that stops that.
   * @param {(value: T, changed: Set<keyof T>) => void} watcher
   * @returns {() => void}
   */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

/**
 * Listeners by the name of an event.
 *
 * @template {Record<string, unknown[]>} Known  the arguments of each event
 */
export class Events {
  constructor() {
    /** @type {{[Name in keyof Known]?: Set<(...args: Known[Name]) => void>}} */
    this.listeners = {};
  }

  /**
   * Calls `listener` at every event of this name. Returns a function that stops that.
   * @template {keyof Known} Name
   * @param {Name} name
   * @param {(...args: Known[Name]) => void} listener
   * @returns {() => void}
   */
  on(name, listener) {
    const added = (this.listeners[name] ??= new Set());
    added.add(listener);
    return () => added.delete(listener);
  }

  /**
   * @template {keyof Known} Name
   * @param {Name} name
   * @param {Known[Name]} args
   */
  emit(name, ...args) {
    for (const listener of [...(this.listeners[name] ?? [])]) listener(...args);
  }
}
