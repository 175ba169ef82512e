/** Exercises. */

/**
 * @typedef {import("../../learn/learner.js").Cell} Cell
 * @typedef {import("../../learn/learner.js").Step} Step
 * @typedef {import("../../learn/learner.js").Exercise} Exercise
 */

const share = (/** @type {number} */ part) =>
  `${(100 * part).toFixed(1).replace(/\.0$/, "").replace(".", ",")}\u00a0%`;

/** @type {typeof import("../en/learn.js").learn} */
export const learn = {
  title: "Lernen",
  exercise: "Aufgabe",
  answer: "Antwort",
  board: "Aufgabe",
  figures: "Deine Werte",
  technique: "Technik",
  all: "Alle, nach deiner Stärke",
  kinds: {
    single: "Eine Zahl",
    pair: "Zwei Zahlen vergleichen",
    chain: "Kette von Zahlen",
    cases: "Fallunterscheidung",
    counting: "Minen zählen",
    "counting-cases": "Zählen mit Fallunterscheidung",
    guess: "Bester Rateversuch",
  },
  rating: "Wertung",
  streak: "Serie",
  best: (streak) => `Rekord ${streak}`,
  days: "Tage",
  inARow: "in Folge",
  repeat: "Wiederholen",
  later: (all) => `von ${all}`,
  waiting: "Aufgaben werden erstellt …",
  none: "Keine Aufgabe dieser Art ist gespeichert, und der Server ist nicht erreichbar.",
  findSafe: "Decke ein Feld auf, das sicher keine Mine hat.",
  findGuess: "Nichts ist sicher. Decke das Feld mit der besten Gewinnchance auf.",
  minesOnBoard: (mines) => `${mines} Minen auf dem Brett.`,
  again: "Diese Aufgabe ging schon einmal schief. Sie ändert deine Wertung nicht.",
  howTo: "Flaggen sind deine Notizen: Rechtsklick, langer Druck oder F. Das erste Aufdecken ist deine Antwort.",
  right: "Richtig!",
  wrong: "Dieses nicht.",
  noChange: "Wertung unverändert",
  change: (points) => `Wertung ${points < 0 ? "−" : "+"}${Math.abs(points)}`,
  next: "Nächste Aufgabe",
  nextKey: "Nächste Aufgabe (N)",
  legend: "Ein Haken ist sicher, das Minenzeichen eine Mine; Ringe zeigen die Zahlen und Felder eines Satzes.",
  comesBack: "Diese Aufgabe kommt in zehn Minuten wieder.",
  place: ([row, col]) => `Zeile ${row + 1} Spalte ${col + 1}`,
  share,
  isSafe: (place) => `${place} ist sicher.`,
  isMine: (place) => `${place} ist eine Mine.`,
  isUnsure: (place, risk) => `${place} ist ungewiss: mit ${share(risk)} eine Mine.`,
  bestGuess: (win) => `Es gewinnt ${share(win)} der Spiele.`,
  worseGuess: (win, best) => `Es gewinnt ${share(win)} der Spiele, das beste Feld ${share(best)}.`,
  cell: "Feld",
  safety: "Sicher",
  winChance: "Gewinnchance",
  guess: ({ cell, answers, wins, cols, mine_probability: risk }) => {
    const index = cell[0] * cols + cell[1];
    const safe = share(1 - (risk[index] ?? 0));
    const others = answers.filter((one) => String(one) !== String(cell));
    const equal = others.length ? ` Gleich gut: ${list(others)}.` : "";
    const proved = "Eine Suche über alle möglichen Minenverteilungen beweist das.";
    const win = share(wins?.[index] ?? 0);
    return `Am besten ist ${place(cell)}: sicher mit ${safe}, Gewinnchance ${win}.${equal} ${proved}`;
  },
  step,
};

const place = (/** @type {Cell} */ [row, col]) => `Zeile ${row + 1} Spalte ${col + 1}`;

/** @param {Cell[]} cells */
const list = (cells) => join(cells.map(place));

/** @param {string[]} items */
const join = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} und ${items.at(-1)}`);

/** @param {Step} step @param {Exercise} exercise @returns {string} */
function step(step, exercise) {
  const name = (/** @type {Cell} */ clue) => `${exercise.board[clue[0] * exercise.cols + clue[1]]} in ${place(clue)}`;
  const names = (/** @type {Cell[]} */ clues) => join(clues.map((clue) => `die ${name(clue)}`));
  const are = (/** @type {Cell[]} */ cells, /** @type {string} */ one, /** @type {string} */ many) =>
    cells.length ? [`${list(cells)} ${cells.length === 1 ? one : many}`] : [];
  const mines = are(step.mines, "ist eine Mine", "sind Minen");
  const settled = join([...mines, ...are(step.safe, "ist sicher", "sind sicher")]);
  const added = step.clues.filter((_, at) => step.signs[at] > 0);
  const taken = step.clues.filter((_, at) => step.signs[at] < 0);
  switch (step.technique) {
    case "single":
      return step.mines.length
        ? `Die ${name(step.clues[0])} braucht so viele Minen, wie sie noch verdeckte Felder hat: ${settled}.`
        : `Die ${name(step.clues[0])} hat alle ihre Minen schon: ${settled}.`;
    case "pair":
      return step.mines.length
        ? `Die ${name(added[0])} braucht mehr Minen als die ${name(taken[0])}, und zwar so viele, ` +
            `wie sie Felder für sich allein hat: ${settled}.`
        : `Alle Felder der ${name(added[0])} liegen auch neben der ${name(taken[0])}, ` +
            `und beide brauchen gleich viele Minen. Die zweite hat ihre also dort: ${settled}.`;
    case "chain":
      return (
        `Zähle die Minen zusammen, die noch fehlen: für ${names(added)}` +
        `${taken.length ? `, weniger die für ${names(taken)}` : ""}. ` +
        `Alles Ungewisse hebt sich auf, und es geht nur auf, wenn gilt: ${settled}.`
      );
    case "cases":
      return (
        `Nimm das Gegenteil an: dann widerspricht jeder Fall einer dieser Zahlen: ${names(step.clues)}. ` +
        `Also: ${settled}.`
      );
    case "counting":
      return (
        `Noch ${step.mines_left} Minen fehlen. Vergleiche das mit ` +
        `${step.clues.length ? `dem, was ${names(step.clues)} brauchen` : "den verdeckten Feldern"}: ${settled}.`
      );
    default:
      return (
        `Nimm das Gegenteil an und zähle, wie viele Minen neben diesen Zahlen und anderswo ` +
        `(${names(step.clues)}) liegen können: nie ${step.mines_left}, so viele wie noch fehlen. Also: ${settled}.`
      );
  }
}
