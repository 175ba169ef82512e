/** The results of a day as a few lines to send to others. They tell nothing about the boards. */

import { spellShare, spellTime } from "../board/speech.js";
import { words } from "../words/words.js";

/**
 * @param {import("./daily_api.js").Day} day
 * @param {number} streak
 * @param {string} address
 */
export function shareText({ day, boards, guess }, streak, address) {
  const text = words.daily;
  const lines = boards.map(({ kind, own }) => {
    const name = text.shared[kind];
    if (!own || own.status === "playing") return `⬜ ${name}`;
    const help = own.reason === "helped" ? ` (${text.helped})` : "";
    if (own.status === "lost") return `💥 ${name} ${spellShare(own.cleared, 0)}${help}`;
    return `${own.reason ? "🟨" : "🟩"} ${name} ${spellTime(own.time_ms ?? 0, 1)}${help}`;
  });
  const { best } = guess.own ?? {};
  const answer = { sign: best ? "🎯" : "❌", told: best ? text.sharedBest : text.sharedWorse };
  lines.push(guess.own ? `${answer.sign} ${text.shared.guess} ${answer.told}` : `⬜ ${text.shared.guess}`);
  if (streak > 1) lines.push(`🔥 ${text.streakDays(streak)}`);
  return [`Sapper ${day}`, ...lines, address].join("\n");
}
