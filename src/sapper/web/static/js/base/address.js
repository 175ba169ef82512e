/**
 * Addresses of the page. With a server an address is a path, such as /analyse. A page from a static host answers
 * without one (`withoutServer`): it has one file in some folder, and its address follows the # of that file.
 *
 * @typedef {{pathname: string, search: string, hash: string}} Address
 */

/** Whether the page answers its own requests: the document says so. */
export const withoutServer = document.querySelector('meta[name="backend"][content="local"]') !== null;

/**
 * What a link to an address has as its target.
 * @param {string} address  beginning with /
 */
export const hrefOf = (address) => (withoutServer ? `#${address}` : address);

/**
 * The whole link to an address, for other windows and people.
 * @param {string} address
 */
export const linkTo = (address) => location.origin + (withoutServer ? `${location.pathname}#${address}` : address);

/**
 * Where the page is.
 * @returns {Address}
 */
export function here() {
  if (!withoutServer) return location;
  const text = decodeURI(location.hash.slice(1));
  return new URL(text.startsWith("/") ? text : "/", location.origin);
}

/**
 * The address of the page that a link leads to; null for a link that leads elsewhere.
 * @param {HTMLAnchorElement} link
 */
export function addressOf(link) {
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
  if (!withoutServer) return link.hash ? null : link.pathname + link.search;
  return link.pathname === location.pathname && link.hash.startsWith("#/") ? link.hash.slice(1) : null;
}
