/**
 * Live boards in the text: `<sapper-board data-text="mines 2...">`. A board shows its mine probabilities, computed by
 * the engine of the page under play/. A click on a cell changes what it shows, to the next number that is possible, and
 * everything is computed again.
 */

const PLAY = new URL("../play/", import.meta.url);
const HIDDEN = -1;
/** @type {Promise<any> | null} */
let opened = null;

/** The engine, started with the first board that is seen. */
async function open() {
  const files = await (await fetch(new URL("files.json", PLAY))).json();
  const path = files.find((name) => /\/sapper-engine-\w+\.js$/.test(name));
  const module = await import(new URL(path, PLAY).href);
  return { module, engine: await module.open() };
}

class LiveBoard extends HTMLElement {
  connectedCallback() {
    if (this.started) return;
    this.started = true;
    this.watch = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.start());
    this.watch.observe(this);
  }

  async start() {
    this.watch.disconnect();
    opened ??= open();
    try {
      const { module } = await opened;
      this.first = module.Board.fromText(this.dataset.text);
      this.board = this.first;
      this.draw();
      await this.analyze();
    } catch {
      this.remove(); // without the engine the text has the board too
    }
  }

  draw() {
    const { rows, cols } = this.board.shape;
    const table = document.createElement("div");
    table.className = "cells";
    table.style.setProperty("--cols", String(cols));
    this.cells = Array.from({ length: rows * cols }, (_, cell) => {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => void this.change(cell));
      return button;
    });
    table.append(...this.cells);
    this.says = document.createElement("p");
    const again = document.createElement("button");
    again.type = "button";
    again.className = "again";
    again.textContent = "Reset";
    again.addEventListener("click", () => {
      this.board = this.first;
      void this.analyze();
    });
    const link = document.createElement("a");
    link.textContent = "Analyse";
    this.link = link;
    const row = document.createElement("p");
    row.append(again, " ", link);
    this.replaceChildren(table, this.says, row);
  }

  /** Lets a cell show the next number that some world allows, or hides it again. @param {number} cell */
  async change(cell) {
    const { engine } = await opened;
    const hidden = this.board.replace([[cell, HIDDEN]]);
    const analysis = await engine.analyze(hidden);
    const { numbers } = await analysis.outcomes(cell);
    const now = this.board.views[cell];
    const next = [...numbers.keys()].find((number) => number > now && numbers[number] > 0);
    this.board = next === undefined ? hidden : this.board.replace([[cell, next]]);
    await this.analyze();
  }

  async analyze() {
    const { engine } = await opened;
    const board = this.board;
    const analysis = await engine.analyze(board);
    const worlds = await analysis.worlds();
    if (board !== this.board) return;
    this.cells.forEach((button, cell) => {
      const view = board.views[cell];
      const risk = analysis.mineProbability[cell];
      const place = `row ${Math.floor(cell / board.shape.cols)}, column ${cell % board.shape.cols}`;
      const shown = view >= 0 ? String(view || "") : `${Math.round(100 * risk)}`;
      const kind = view >= 0 ? "clue" : risk === 0 ? "safe" : risk === 1 ? "mine" : "open";
      button.className = `${kind} n${view}`;
      button.style.setProperty("--risk", String(view >= 0 ? 0 : risk));
      button.textContent = shown;
      button.ariaLabel = view >= 0 ? `${place}: ${view}` : `${place}: hidden, ${(100 * risk).toFixed(1)} % a mine`;
    });
    const count = worlds === 1n ? "One world fits" : `${worlds} worlds fit`;
    this.says.textContent = `${count}, ${board.mines} mines. Chances of a mine in percent. Click a cell to change it.`;
    this.link.href = new URL(`#/analyse#position=${encodeURIComponent(board.position)}`, PLAY).href;
  }
}

customElements.define("sapper-board", LiveBoard);
