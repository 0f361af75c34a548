// What is shown of a position, and what its player chooses.
function render({ model, el }) {
  el.classList.add("bouton");
  const choose = (choice) => {
    // A choice is heard though it is the same as the last one.
    model.set("chosen", { ...choice, time: performance.now() });
    model.save_changes();
  };
  const button = (text, choice, title = "") => {
    const made = document.createElement("button");
    made.textContent = text;
    made.title = title;
    made.addEventListener("click", () => choose(choice));
    return made;
  };
  const show = () => {
    const { picture, words, moves, can_undo } = model.get("shown");
    const figure = document.createElement("div");
    figure.innerHTML = picture;
    const said = document.createElement("p");
    said.textContent = words;
    said.setAttribute("role", "status");
    const list = document.createElement("div");
    for (const { move, worth, best } of moves) {
      const made = button(worth ? `${move}: ${worth}` : move, { move });
      made.classList.toggle("best", best);
      list.append(made);
    }
    const more = document.createElement("p");
    if (moves.length) more.append(button("let the program move", { best: true }));
    if (can_undo) more.append(button("take back", { undo: true }));
    el.replaceChildren(figure, said, list, more);
  };
  model.on("change:shown", show);
  show();
}
export default { render };
