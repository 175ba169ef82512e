/** How painters draw little of a board that scrolls: what is drawn is copied, and only new strips are drawn. */

/** With more changed cells than this, drawing everything is faster. */
export const FEW = 400;

/**
 * Copies what is on a canvas to its scrolled place and draws the strips that come into sight.
 * @param {CanvasRenderingContext2D} pen
 * @param {{dx: number, dy: number}} drawn  where the board lay when it was drawn
 * @param {{dx: number, dy: number}} scene  where it lies now
 * @param {(x: number, y: number, width: number, height: number) => void} paintArea
 */
export function shiftDrawn(pen, drawn, scene, paintArea) {
  const { width, height } = pen.canvas;
  const [right, down] = [drawn.dx - scene.dx, drawn.dy - scene.dy];
  if (!right && !down) return;
  if (Math.abs(right) >= width || Math.abs(down) >= height) {
    paintArea(0, 0, width, height);
    return;
  }
  pen.drawImage(pen.canvas, right, down);
  if (right) paintArea(right > 0 ? 0 : width + right, 0, Math.abs(right), height);
  if (down) paintArea(0, down > 0 ? 0 : height + down, width, Math.abs(down));
}
