/** Numbers and lists as sentences write them, the same in all languages apart from a few signs. */

/** @param {string[]} items @param {string} last  the word before the last one */
export const join = (items, last) =>
  items.length === 1 ? items[0] : `${items.slice(0, -1).join(", ")} ${last} ${items[items.length - 1]}`;

/** @param {string} text */
export const begin = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

const MOST_DIGITS = 100; // that toPrecision writes: every double near 1 is exact within them

/**
 * A number with so many significant digits, as `format(value, ".3g")` of Python writes it: halves are rounded to
 * even.
 * @param {number} value  not negative @param {number} [digits]
 */
export function short(value, digits = 3) {
  if (value === 0) return "0";
  const [mantissa, power] = rounded(value, digits).toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < digits) return String(Number(rounded(value, digits).toPrecision(digits)));
  return `${Number(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/**
 * A number without decimals; halves are rounded to even.
 * @param {number} value  not negative
 */
export const whole = (value) => {
  const low = Math.floor(value);
  const odd = low % 2 === 1;
  return String(value - low === 0.5 ? low + (odd ? 1 : 0) : Math.round(value));
};

/** @param {number} value @param {number} digits */
function rounded(value, digits) {
  const up = Number(value.toPrecision(digits));
  const exact = value.toPrecision(MOST_DIGITS).replace(/e.*$/, "").replace(".", "").replace(/^0+/, "");
  const isHalf = /^50*$/.test(exact.slice(digits));
  const isOdd = Number(exact[digits - 1]) % 2 === 1;
  // toPrecision rounds a half up.
  return isHalf && !isOdd ? Number(up.toPrecision(digits)) - unit(value, digits) : up;
}

/** @param {number} value @param {number} digits */
const unit = (value, digits) => 10 ** (Number(value.toExponential().split("e")[1]) - digits + 1);
