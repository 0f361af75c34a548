// Elements made from data, never from markup: nothing that was typed can become part of the page.

import { show } from "./transport.js";

// All scripts of the page are here.
document.querySelector(".late")?.remove();

/** The element of that id. */
export const byId = (id) => document.getElementById(id);

/** An element; attributes that are functions listen, `false` and `null` are left out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** The same for a drawing. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A small picture, drawn by the program when it comes into view. */
export function thumb(address, attributes = {}) {
  const image = make("img", { alt: "", class: "thumb", ...attributes });
  show(image, address);
  return image;
}

/** Shows a sentence in the page's alert region, or hides the region. */
export function complain(sentence) {
  const region = byId("error");
  region.textContent = sentence ?? "";
  region.hidden = !sentence;
}
