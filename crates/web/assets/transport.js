// How questions travel: to the server that sent the page. The site without a server has another file of this name, which asks a worker.

/** Sends a question, as `fetch` does. */
export const send = (address, options) => fetch(address, options);

/** Why nothing comes back. */
export const silence = () => "The program does not answer. Is bouton serve still running?";

/** Where a page is. */
export const page = (path) => path;

/** Takes in a table that a person brings; here the server has its own. */
export const addTable = null;

/** Lets an image show what is at an address of the API. */
export const show = (image, address) => { image.src = address; };
