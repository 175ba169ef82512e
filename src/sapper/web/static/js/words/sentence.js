/** Sentences of the server, which begin in lower case and have no full stop. */

/**
 * A text with a capital letter and a full stop.
 * @param {string} text
 */
export const sentence = (text) =>
  text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";
