/** What the page was built with: answers that are the same for every visitor. */

/**
 * @param {string} name  of a file
 * @returns {Promise<any>}
 */
export async function fetchMade(name) {
  const folder = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="made"]')).content;
  return (await fetch(new URL(folder + name, document.baseURI))).json();
}
