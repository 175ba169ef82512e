/** The state of a match in one line. */

import { spellTime } from "../board/speech.js";
import { words } from "../words/words.js";
import { nameOf } from "./seats.js";

const text = words.match;

/**
 * @param {import("./match_api.js").Match} match
 * @param {number | null} own  the seat of this browser
 * @returns {string}
 */
export function tellMatch(match, own) {
  if (match.status === "lobby") return tellLobby(match, own);
  const mine = match.seats.find(({ seat }) => seat === own);
  if (match.status === "ended") return tellEnd(match, own);
  if (!mine || mine.state === "waiting") return text.watching;
  if (mine.state === "won") return text.youWon(spellTime(mine.time_ms ?? 0, 2));
  if (mine.state === "lost") return text.youLost;
  return mine.state === "left" ? text.youLeft : describeOthers(match, own);
}

/** @param {import("./match_api.js").Match} match @param {number | null} own */
function tellLobby({ seats, host, round, join }, own) {
  if (own === null) return join ? text.joinAbout : text.watching;
  if (seats.length < 2) return text.waitPlayers;
  const ready = seats.filter((seat) => seat.ready);
  const others = ready.filter(({ seat }) => seat !== own);
  if (round > 1 && others.length) return text.wantsRematch(others.map(nameOf).join(", "));
  if (own !== host) return text.waitHost;
  return others.length ? text.waitStart(others.length + 1, seats.length) : text.waitReady;
}

/** @param {import("./match_api.js").Match} match @param {number | null} own */
function tellEnd({ seats }, own) {
  const first = seats.filter(({ place }) => place === 1);
  if (!first.length) return text.noWinner;
  if (first.length > 1) return text.draw;
  return first[0].seat === own ? text.youWin : text.winner(nameOf(first[0]));
}

/** @param {import("./match_api.js").Match} match @param {number | null} own  who has ended already */
function describeOthers({ seats }, own) {
  const done = seats.filter(({ seat, state }) => seat !== own && state === "won");
  return done.map((seat) => `${nameOf(seat)}: ${text.won(spellTime(seat.time_ms ?? 0, 2))}.`).join(" ");
}
