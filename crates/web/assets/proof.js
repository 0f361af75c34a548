// "Check it yourself": the certificate of an answer, checked by code that is independent of the solvers.

import { address, ask, text } from "./api.js";
import { make } from "./dom.js";
import { wasStopped } from "./waiting.js";

/** A button that has an answer certified and checks the certificate; `query` is the question, `of` its kind. */
export function proof(of, query) {
  const out = make("output", { class: "proof" });
  const asked = { ...query, of };
  const check = async () => {
    button.disabled = true;
    out.replaceChildren(make("p", { class: "quiet" }, "Writing the certificate and checking it …"));
    try {
      const certificate = await text("/api/certificate", asked);
      const told = await ask("/api/verify", { certificate });
      out.replaceChildren(verdict(told), make("p", { class: "saves" }, make("a", { href: address("/api/certificate", asked), download: "" }, "Save the certificate"), " for ", make("code", {}, "bouton verify")));
    } catch (error) {
      if (!wasStopped(error)) out.replaceChildren(make("p", {}, error.message));
    } finally {
      button.disabled = false;
    }
  };
  const button = make("button", { type: "button", click: check }, "Check it yourself");
  return make("div", { class: "check" }, button, out);
}

/** The checker's verdict in words. */
export function verdict({ valid, claim, checked, error }) {
  if (!valid) return make("p", { class: "error" }, error);
  return make("div", {}, make("p", { class: "verdict" }, `Valid: ${claim}`),
    make("details", {}, make("summary", {}, "What was checked"), make("ul", {}, ...checked.map((condition) => make("li", {}, condition)))));
}
