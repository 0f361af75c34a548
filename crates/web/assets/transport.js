// How questions travel: to the server that sent the page. The site without a server has another file of this name, which asks a worker.

/** Sends a question, as `fetch` does. */
export const send = (address, options) => fetch(address, options);

/** Why nothing comes back. */
export const silence = () => "The program does not answer. Is bouton serve still running?";

/** Where a page is. */
export const page = (path) => path;

/** Loads what a game needs before it is asked for; here the server has it. */
export const prepare = () => {};

/** Takes in a table that a person brings; here the server has its own. */
export const addTable = null;

const unseen = new WeakMap();
const seen = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    target.src = unseen.get(target);
    seen.unobserve(target);
  }
}, { rootMargin: "200px" });

/**
 * Lets an image show what is at an address of the API, once it is nearly in view. A browser that loads lazily asks for pictures of the
 * next 1250 pixels and more, and a question would wait behind them.
 */
export function show(image, address) {
  unseen.set(image, address);
  seen.observe(image);
}
