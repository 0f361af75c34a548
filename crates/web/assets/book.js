// The book: each command that these pages can answer can be run where it stands, and changed.

import { text } from "./api.js";
import { Elsewhere, question } from "./command.js";
import { make } from "./dom.js";

const HERE = new URL("../book/", import.meta.url);
let files;

/** The files of the repository that commands of the book name. */
const ofTheBook = () => (files ??= fetch(new URL("files.json", HERE)).then((response) => response.json()));

/** The commands of a block, each in a line of its own; a line that ends in a backslash goes on. */
const commandsOf = (shown) => [...shown.replaceAll(/\\\n>?\s*/g, " ").matchAll(/^\$ (.*)$/gm)].map(([, line]) => line);

function runner(line) {
  const input = make("input", { value: line, "aria-label": "Command", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const out = make("output");
  const button = make("button", { type: "submit" }, "Run");
  let stop = new AbortController();
  const run = async (event) => {
    event.preventDefault();
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const said = (words, tag = "pre") => out.replaceChildren(make(tag, {}, words));
    said("…");
    try {
      const [path, query] = await question(input.value, await ofTheBook());
      said((await text(path, query, signal)).trimEnd());
    } catch (error) {
      if (!signal.aborted) said(error instanceof Elsewhere || error.message ? error.message : String(error), "p");
    }
  };
  return make("form", { submit: run }, input, button, out);
}

for (const block of document.querySelectorAll(".console")) {
  for (const line of commandsOf(block.textContent)) {
    question(line, await ofTheBook()).then(() => block.append(runner(line)), () => {});
  }
}

const contents = document.querySelector(".contents");
const wide = matchMedia("(min-width: 60rem)");
contents.open = wide.matches;
wide.addEventListener("change", () => (contents.open = wide.matches));
