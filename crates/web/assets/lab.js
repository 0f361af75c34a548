// The laboratory: an experiment, its form, its result. The address holds the question.

import { address, ask } from "./api.js";
import { byId, complain, make } from "./dom.js";
import { EXPERIMENTS } from "./experiments.js";
import { page } from "./transport.js";
import { wasStopped, waiting } from "./waiting.js";

const cards = ask("/api/games");
let stop = new AbortController();

const chosen = (query) => EXPERIMENTS.find((one) => one.id === query.get("ask")) ?? EXPERIMENTS[0];

/** Shows what the address says; an address with a question is answered at once. */
async function open() {
  stop.abort();
  const query = new URLSearchParams(location.search);
  const experiment = chosen(query);
  byId("about").textContent = experiment.about;
  byId("experiments").replaceChildren(...EXPERIMENTS.map((one) => make("a", {
    href: address("/lab", { ask: one.id }), "aria-current": one === experiment ? "page" : null,
  }, one.name)));
  byId("examples").replaceChildren(...(experiment.examples ?? []).map(([words, question]) => make("a", { href: address("/lab", { ask: experiment.id, ...question }) }, words)));
  byId("result").hidden = true;
  try {
    fields(experiment, await cards, query);
  } catch (error) {
    return complain(error.message);
  }
  if (query.has("game")) run(experiment, query);
}

/** The form of an experiment, filled in from the address. */
function fields(experiment, games, query) {
  const form = byId("ask");
  const inputs = experiment.fields(games).map(({ name, label, options, listed, value, slide, ...rest }) => {
    const held = query.get(name) ?? value ?? "";
    if (options) {
      const entries = options.map(([id, words]) => make("option", { value: id, selected: id === held }, words));
      return make("label", {}, `${label} `, make("select", { name }, ...entries));
    }
    const list = listed && make("datalist", { id: `${name}-list` }, ...listed.map((one) => make("option", { value: one })));
    const input = make("input", { name, value: held, spellcheck: "false", autocomplete: "off", autocapitalize: "none", list: listed && `${name}-list`, ...rest });
    if (slide && Number(held) <= slide) return make("div", { class: "slid" }, make("label", {}, `${label} `, input, list), slider(input, slide));
    return make("label", {}, `${label} `, input, list);
  });
  form.replaceChildren(...inputs, make("button", { class: "primary" }, experiment.verb));
  form.onchange = () => experiment.changed?.(form.elements, games);
  experiment.changed?.(form.elements, games, query);
}

/** A slider beside a number; when it is let go the question is asked again. */
function slider(input, most) {
  const moved = (event) => (input.value = event.target.value);
  const stays = (event) => {
    moved(event);
    if (!byId("result").hidden) byId("ask").requestSubmit();
  };
  const slide = make("input", { type: "range", min: Math.max(1, Number(input.min)), max: most, value: input.value, "aria-label": `${input.name.replace("_", " ")}, as a slider`, input: moved, change: stays });
  input.addEventListener("input", () => (slide.value = input.value));
  return slide;
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const experiment = chosen(new URLSearchParams(location.search));
  const typed = [...new FormData(event.target)].filter(([, value]) => value.trim() !== "");
  const query = new URLSearchParams([["ask", experiment.id], ...typed]);
  history.pushState(null, "", `${page("/lab")}?${query}`);
  run(experiment, query);
});

async function run(experiment, query) {
  stop.abort();
  stop = new AbortController();
  complain(null);
  const { ask: _, ...question } = Object.fromEntries(query);
  const result = byId("result");
  result.setAttribute("aria-busy", "true");
  try {
    const parts = await waiting(experiment.doing, stop.signal, (signal, progress) => experiment.run(question, { signal, progress }));
    result.replaceChildren(...parts.filter(Boolean));
    result.hidden = false;
  } catch (error) {
    result.hidden = true;
    complain(wasStopped(error) ? "Stopped." : error.message);
  }
  result.removeAttribute("aria-busy");
}

addEventListener("popstate", open);
open();
