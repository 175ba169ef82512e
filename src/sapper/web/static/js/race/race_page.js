/** A race: you and the solver on the same board, side by side, your time against its risk. */

import { here } from "../base/address.js";
import { ApiError } from "../base/calls.js";
import { BoardGrid } from "../board/board_grid.js";
import { BoardView } from "../board/board_view.js";
import { copyBoard, indexOf, isClue } from "../board/cells.js";
import { button, h, note, openDialog, select, toggle } from "../base/dom.js";
import { Game } from "../play/game.js";
import { gameOfRace, keepRace } from "./own_races.js";
import { words } from "../words/words.js";
import { takeKeys } from "../board/keyboard.js";
import { gameRequest, LEVELS, named } from "../play/new_game.js";
import { getRace, newRace } from "./race_api.js";
import { go, reopenWhenBack, replaceAddress } from "../base/router.js";
import { icon } from "../base/icons.js";
import { settings } from "../base/settings.js";
import { spellShare, spellTime } from "../board/speech.js";
import { sizeFields } from "../play/size_fields.js";
import { levelName, shapeLevels, shapeTitle } from "../play/shapes.js";
import { StatusBar } from "../play/status_bar.js";
import { StrategyChoice } from "../play/strategy_choice.js";
import { GameBoard } from "../play/game_board.js";

const text = words.race;
const POLL_MS = 400;

/** @type {[string, string][]} */
const RACE_LEVELS = [
  ...LEVELS.filter(([name]) => name !== "custom"),
  ["8x8/10", text.size(8, 8, 10)],
  ["16x32/99", text.size(16, 32, 99)],
  ...shapeLevels(),
  ...LEVELS.filter(([name]) => name === "custom"),
];

/**
 * @param {HTMLElement} main
 * @param {{id?: string}} address
 */
export function openRace(main, { id }) {
  const page = new RacePage(main);
  if (id) void page.open(id);
  else page.choose();
  return () => page.close();
}

class RacePage {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.room = h("div.room");
    this.solverRoom = h("div.room");
    this.status = new StatusBar();
    this.solver = { clicks: h("dd.number"), time: h("dd.number"), risk: h("dd.number") };
    this.bars = { you: h("div"), solver: h("div") };
    /** Who plays: this browser, or the player who is watched. */
    this.player = h("h2", {}, words.race.you);
    this.verdict = h("p", { role: "status" }, text.about);
    this.curtain = h(
      "div.curtain",
      {},
      h("p", {}, text.curtain),
    );
    this.timer = 0;
    /** Whether the rest of the solver's game is skipped. */
    this.skipping = false;
    this.skip = button({
      icon: "last",
      text: words.race.skip,
      onclick: () => {
        this.skipping = true;
        void this.#poll();
      },
    });
    this.skip.hidden = true;
    // Empty until a race is chosen.
    this.lanes = h("div.lanes", { hidden: true }, this.#yourLane(), this.#solverLane());
    const start = button({ icon: "new", text: text.fresh, kind: "main", onclick: () => this.choose() });
    const head = h("div", {}, h("h1", {}, words.frame.race), this.verdict);
    const title = h("div.row.spread", {}, head, this.skip, start);
    main.replaceChildren(h("div.race", {}, title, this.lanes));
    this.board = new GameBoard(this.room, text.yourBoard);
    this.stopKeys = takeKeys(this.board.view, this.board.grid, {
      space: (index) => this.board.touch(index),
      f: (index) => index >= 0 && this.board.mark(index),
      c: (index) => index >= 0 && this.board.chord(index),
    });
    this.board.on("view", () => this.#showPlayer());
    this.board.on("ended", () => void this.#poll());
    this.solverRoom.append(this.curtain);
  }

  #yourLane() {
    const label = { "aria-label": words.race.you };
    return h("section.lane", label, this.player, this.status.element, progress(this.bars.you), this.room);
  }

  #solverLane() {
    const { risk, time, clicks } = this.solver;
    const counters = h("dl.counters", {}, pair(text.risk, risk), pair(text.time, time), pair(text.clicks, clicks));
    const label = { "aria-label": text.solver };
    const bar = progress(this.bars.solver);
    return h("section.lane.solver", label, h("h2", {}, text.solver), counters, bar, this.solverRoom);
  }

  close() {
    clearTimeout(this.timer);
    this.timer = -1;
    this.stopKeys();
    this.status.close();
    this.board.close();
    this.solverView?.close();
  }

  /** The dialog of a new race. */
  choose() {
    const chosen = { ...settings.value.game, mode: /** @type {"plain"} */ ("plain") };
    // The list has the levels of all shapes.
    Object.assign(chosen, { shape: "square", level: levelName(chosen) });
    let [pace, open, started] = ["1000", false, false];
    const strategy = new StrategyChoice(text.against, "best@fast");
    const start = async () => {
      try {
        const solver = { strategy: strategy.text, pace_ms: Number(pace), open };
        const { race, game } = await named(() => newRace({ ...gameRequest(chosen), ...solver }));
        keepRace(race.id, game.id);
        started = true;
        dialog.close();
        go(`/r/${race.id}`);
      } catch (error) {
        wrong.textContent = /** @type {Error} */ (error).message;
      }
    };
    const wrong = h("p.small.warning", { role: "alert" });
    const isListed = RACE_LEVELS.some(([level]) => level === chosen.level);
    /** @type {[string, string][]} */
    const levels = isListed ? RACE_LEVELS : [...RACE_LEVELS, [chosen.level, shapeTitle(chosen.level)]];
    const size = sizeFields(chosen);
    size.hidden = chosen.level !== "custom";
    const ready = button({ text: text.ready, kind: "main", onclick: () => void start() });
    const { entry, entryAbout } = words.match;
    const friends = h("a.button", { href: "/match", title: entryAbout }, icon("people"), entry);
    const dialog = openDialog(
      text.fresh,
      h(
        "div.stack",
        {},
        h(
          "p.soft",
          {},
          text.rules,
        ),
        select(text.level, levels, chosen.level, (value) => {
          chosen.level = value;
          size.hidden = value !== "custom";
        }),
        size,
        strategy.element,
        select(
          text.pace,
          [
            ["3000", text.paces[0]],
            ["1000", text.paces[1]],
            ["400", text.paces[2]],
            ["100", text.paces[3]],
          ],
          pace,
          (value) => (pace = value),
        ),
        toggle(text.open, open, (on) => (open = on)),
        wrong,
        h("div.row.spread", {}, friends, ready),
      ),
    );
    // Without a race there is nothing to see on this page.
    dialog.addEventListener("close", () => !started && !this.id && here().pathname === "/race" && go("/"));
    ready.focus({ preventScroll: true });
  }

  /** @param {string} id */
  async open(id) {
    this.id = id;
    try {
      const race = await getRace(id);
      this.lanes.hidden = false;
      const own = gameOfRace(id);
      // Others watch the race, because only its player may move.
      this.board.bind(own ? await Game.open(own) : await Game.watch(String(race.watch)));
      if (!own) this.#nameWatched(this.board.game?.view.name ?? words.race.player);
      replaceAddress(`/r/${id}`);
      this.#showSolver(race);
      this.#wait();
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
      if (error instanceof ApiError && error.status === 0) reopenWhenBack();
    }
  }

  /** @param {string} name  of the player, in a race of another browser */
  #nameWatched(name) {
    this.player.textContent = name;
    this.player.parentElement?.setAttribute("aria-label", name);
    this.board.grid.element.setAttribute("aria-label", words.race.boardOf(name));
  }

  #wait() {
    if (this.timer >= 0) this.timer = window.setTimeout(() => void this.#poll(), POLL_MS);
  }

  async #poll() {
    clearTimeout(this.timer);
    if (!this.id || this.timer < 0) return;
    try {
      const race = await getRace(this.id, this.skipping);
      this.#showSolver(race);
      const done = race.status === "won" || race.status === "lost";
      if (!(done && this.board.game?.over)) this.#wait();
    } catch {
      this.#wait();
    }
  }

  #showPlayer() {
    const { game } = this.board;
    if (!game) return;
    this.status.show(game);
    const safe = game.cells.length - game.view.mines;
    const shown = game.cells.filter(isClue).length;
    this.bars.you.style.width = `${(100 * shown) / Math.max(1, safe)}%`;
  }

  /** @param {import("./race_api.js").Race} race */
  #showSolver(race) {
    const { game } = this.board;
    this.bars.solver.style.width = `${100 * (race.progress ?? 0)}%`;
    this.solver.risk.textContent = race.risk === null ? "–" : spellShare(race.risk);
    this.solver.time.textContent = spellTime(race.time_ms ?? race.clicks * race.pace_ms, 1);
    this.solver.clicks.textContent = String(race.clicks);
    if (race.board && game) this.#showBoard(race, game);
    this.skip.hidden = !game?.over || race.status !== "playing";
    const told = verdict(game, race);
    if (told !== this.verdict.textContent) this.verdict.textContent = told;
  }

  /** @param {import("./race_api.js").Race} race @param {Game} game */
  #showBoard({ board, last }, game) {
    if (!this.solverView) {
      this.curtain.remove();
      this.solverView = new BoardView(this.solverRoom);
      this.solverGrid = new BoardGrid(this.solverView, { label: text.solverBoard });
      this.solverView.load(game.view.rows, game.view.cols, [.../** @type {string} */ (board)], game.shape);
      this.solverView.fit();
    }
    const changed = copyBoard(this.solverView.cells, /** @type {string} */ (board));
    this.solverView.changed(changed);
    this.solverGrid?.rename(changed);
    this.solverView.mark({ last: last ? indexOf(last, game.view.cols) : -1 });
  }
}

/**
 * The state of the race in words.
 * @param {Game | null} game
 * @param {import("./race_api.js").Race} race
 */
function verdict(game, race) {
  const status = game?.view.status ?? "ready";
  const watched = game?.watching ? (game.view.name ?? text.player) : null;
  if (!game || status === "ready") return watched ? text.notBegun : text.begin;
  const its = { won: text.solverWon, lost: text.solverLost, playing: null, ready: null }[race.status];
  if (status === "playing" && race.covered) return watched ? text.runningWatched : text.running;
  if (status === "playing") return its ? text.solverEnded : text.bothRun;
  const mine = game.view.elapsed_ms;
  const who = (watched ? text.ended : text.youEnded)(watched ?? "", status === "won", spellTime(mine, 2));
  if (!its) return text.stillPlays(who);
  const won = status === "won" && (race.status === "lost" || mine < (race.time_ms ?? 0));
  const told = its(who, spellTime(race.time_ms ?? 0, 1));
  return won ? `${told} ${watched ? text.wins(watched) : text.youWin}` : told;
}

/** @param {HTMLElement} fill */
const progress = (fill) => h("div.progress", { "aria-hidden": "true" }, fill);

/** @param {string} name @param {HTMLElement} value */
const pair = (name, value) => h("div", {}, h("dt", {}, name), value);
