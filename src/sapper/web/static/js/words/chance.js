/** Probabilities as text, alike in all languages but for the decimal sign. */

const NARROW_SPACE = "\u202f";

/**
 * @param {number} chance  between 0 and 1; only these two are written as 0 and 100
 * @param {string} [locale]
 */
export function spellChance(chance, locale = "en") {
  const percent = chance * 100;
  const digits = percent < 1 || percent > 99 ? 3 : 2;
  const most = chance < 1 ? Math.min(percent, 99.999) : 100;
  return `${most.toLocaleString(locale, { maximumFractionDigits: digits })}${NARROW_SPACE}%`;
}
