/**
 * Ratings that move with every try: Glicko-2, as in `sapper.web.glicko`. The browser computes the player's rating, so
 * that it also moves offline; a test compares both.
 *
 * @typedef {object} Standing
 * @property {number} rating
 * @property {number} deviation  the rating is within two of them with a probability of 95 %
 * @property {number} volatility
 */

const SCALE = 173.7178;
const MIDDLE = 1500;
const TAU = 0.5;
const CLOSE = 1e-6;
const LEAST_DEVIATION = 50;
const MOST_DEVIATION = 350;

/**
 * The standing after one result; its deviation stays within its bounds.
 * @param {Standing} one
 * @param {{rating: number, deviation: number}} other
 * @param {number} score  1 for a win, 0 for a loss
 * @returns {Standing}
 */
export function afterTry(one, other, score) {
  const mu = (one.rating - MIDDLE) / SCALE;
  const before = one.deviation / SCALE;
  const away = other.deviation / SCALE;
  const weight = 1 / Math.sqrt(1 + (3 * away * away) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)));
  const information = weight * weight * expected * (1 - expected);
  const gain = weight * (score - expected);
  const volatility = findVolatility(one.volatility, before, 1 / information, gain / information);
  const phi = 1 / Math.sqrt(1 / (before * before + volatility * volatility) + information);
  const deviation = Math.min(Math.max(phi * SCALE, LEAST_DEVIATION), MOST_DEVIATION);
  return { rating: (mu + phi * phi * gain) * SCALE + MIDDLE, deviation, volatility };
}

/**
 * A root, found by the Illinois method.
 * @param {number} before
 * @param {number} phi
 * @param {number} variance
 * @param {number} change
 */
function findVolatility(before, phi, variance, change) {
  const start = Math.log(before * before);
  const slope = (/** @type {number} */ x) => {
    const grown = phi * phi + variance + Math.exp(x);
    return (Math.exp(x) * (change * change - grown)) / (2 * grown * grown) - (x - start) / (TAU * TAU);
  };
  let low = start;
  let high = 0;
  if (change * change > phi * phi + variance) high = Math.log(change * change - phi * phi - variance);
  else {
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps++;
    high = start - steps * TAU;
  }
  let atLow = slope(low);
  let atHigh = slope(high);
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = slope(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
