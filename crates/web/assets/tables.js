// A table of solved positions, which a person brings to a page without a server: a file, or an address that is read in parts.

import { make } from "./dom.js";
import { addTable } from "./transport.js";

/** The form that takes one; none where the server has its own tables. `taken` is called when a table was opened. */
export function tableForm(taken) {
  if (!addTable) return null;
  const said = make("p", { class: "quiet", role: "status" });
  const take = async (from) => {
    said.textContent = "Opening the table …";
    try {
      said.textContent = `Answers come from the table of ${await addTable(from)}, where it has the position.`;
      await taken();
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const address = make("input", { name: "address", type: "url", placeholder: "https://…", spellcheck: "false", autocomplete: "off" });
  const file = make("input", { type: "file", accept: ".tb", change: () => file.files[0] && take(file.files[0]) });
  const submit = (event) => {
    event.preventDefault();
    if (address.value) take(address.value);
  };
  return make("form", { submit }, make("label", { class: "file" }, "Open a table ", file), make("label", {}, "or its address", address), make("button", {}, "Open"), said);
}
