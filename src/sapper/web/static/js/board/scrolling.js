/** How a board that is larger than its room scrolls. */

import { barWidth } from "./cell_size.js";

/**
 * Scrolls a cell into view.
 * @param {import("./board_view.js").BoardView} view
 * @param {number} index
 * @param {boolean} centred  into the middle, even if it is visible
 */
export function scrollTo({ scroller, size, lay }, index, centred) {
  const box = lay.box(index);
  const [top, left] = [box.y * size, box.x * size];
  if (centred) {
    scroller.scrollTo(left - (scroller.clientWidth - size) / 2, top - (scroller.clientHeight - size) / 2);
    return;
  }
  const margin = size;
  if (top - margin < scroller.scrollTop) scroller.scrollTop = top - margin;
  else if (top + size + margin > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + size + margin - scroller.clientHeight;
  if (left - margin < scroller.scrollLeft) scroller.scrollLeft = left - margin;
  else if (left + size + margin > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = left + size + margin - scroller.clientWidth;
}

/**
 * Gives a board and its scroller their sizes; returns width and height of what is seen, in CSS pixels.
 * @param {import("./board_view.js").BoardView} view
 * @param {{width: number, height: number}} room
 * @returns {[number, number]}
 */
export function frameBoard({ scroller, space, size, lay }, room) {
  const most = lay.free ? room : { width: Infinity, height: Infinity };
  const width = Math.min(lay.extent.width * size, most.width);
  const height = Math.min(lay.extent.height * size, most.height);
  lay.see(width / size, height / size);
  const down = height > room.height + 0.5;
  const across = width > room.width + 0.5;
  const bar = barWidth();
  // A board that does not scroll lets a finger scroll what is around it.
  scroller.style.overflow = down || across ? "auto" : "clip";
  scroller.style.width = `${Math.min(room.width, width + (down ? bar : 0))}px`;
  scroller.style.height = `${Math.min(room.height, height + (across ? bar : 0))}px`;
  space.style.width = `${width}px`;
  space.style.height = `${height}px`;
  space.style.setProperty("--cell", `${size}px`);
  return [Math.min(scroller.clientWidth, width), Math.min(scroller.clientHeight, height)];
}
