/** Contradictions in German: as `sapper.web.german_messages` says them. */

const CONFLICT = new RegExp(
  "^the (?:clues|(?<number>\\d+))" +
    "(?<known> and the (?<mines>\\d+)? ?known mines?)?" +
    " (?:cannot (?<set>hold|both hold|all hold)(?: with exactly (?<exactly>\\d+) mines? in all)?" +
    "|needs? at least (?<least>\\d+) mines?, but the board has (?<fewer>\\d+)" +
    "|leaves? room for at most (?<most>\\d+) mines?, but the board has (?<more>\\d+)" +
    "|has (?:(?<already>\\d+) mines? beside it already" +
    "|(?:only (?<beside>\\d+) mines? and |only |)(?<hidden>no|\\d+) hidden cells? beside it))$",
);
/** @type {Record<string, string>} */
const CANNOT = { "both hold": "können nicht beide", "all hold": "können nicht alle", hold: "kann nicht" };
/** @type {Record<string, string>} */
const HIDDEN = { no: "kein verdecktes Feld", 1: "1 verdecktes Feld" };

/** @param {string} count */
const mines = (count) => (count === "1" ? "1 Mine" : `${count} Minen`);

/** @param {string[]} items */
const join = (items) =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} und ${items[items.length - 1]}` : items.join("");

/**
 * A contradiction in German.
 * @param {string} reason  in English, without the cells @param {string[]} cells
 */
export function sayContradiction(reason, cells) {
  const at = cells.length ? ` in ${join(cells)}` : "";
  const found = CONFLICT.exec(reason)?.groups;
  if (!found) return `die Zahlen${at} widersprechen sich`;
  const one = found.number !== undefined && !found.known;
  let subject = at ? `die ${found.number ?? "Zahlen"}${at}` : "die Zahlen";
  if (found.known) subject += found.mines ? ` und die ${found.mines} bekannten Minen` : " und die bekannte Mine";
  return `${subject} ${sayWhy(found, one)}`;
}

/** @param {Record<string, string>} found @param {boolean} one  whether one clue is the subject */
function sayWhy(found, one) {
  if (found.exactly) return `${one ? "kann" : "können"} nicht stimmen, wenn es genau ${mines(found.exactly)} gibt`;
  if (found.set) return `${CANNOT[found.set]} stimmen`;
  if (found.least)
    return `${one ? "braucht" : "brauchen"} mindestens ${mines(found.least)}, aber das Brett hat ${found.fewer}`;
  if (found.most)
    return `${one ? "lässt" : "lassen"} Platz für höchstens ${mines(found.most)}, aber das Brett hat ${found.more}`;
  if (found.already) return `hat schon ${mines(found.already)} neben sich`;
  const hidden = HIDDEN[found.hidden] ?? `${found.hidden} verdeckte Felder`;
  if (found.beside) return `hat nur ${mines(found.beside)} und ${hidden} neben sich`;
  return `hat ${found.hidden === "no" ? "" : "nur "}${hidden} neben sich`;
}
