/** How much room the frame of a board leaves for its cells. */

const LEAST = 80; // pixels

/**
 * @param {HTMLElement} room  the element that the board may fill
 * @param {HTMLElement} frame  the element with the padding around the cells
 */
export function innerRoom(room, frame) {
  const style = getComputedStyle(frame);
  const sum = (/** @type {string} */ one, /** @type {string} */ other) =>
    Number.parseFloat(one) + Number.parseFloat(other);
  return {
    width: Math.max(LEAST, room.clientWidth - sum(style.paddingLeft, style.paddingRight)),
    height: Math.max(LEAST, room.clientHeight - sum(style.paddingTop, style.paddingBottom)),
  };
}
