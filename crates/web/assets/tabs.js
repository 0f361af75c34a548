// Tabs: one of several parts is seen; arrows lead from one to the next.

export class Tabs {
  /** `list` holds buttons with `data-tab`; `choose(name)` when a person chooses one. */
  constructor(list, choose) {
    Object.assign(this, { list, choose });
    list.addEventListener("click", (event) => this.pick(event.target.closest("[role=tab]")));
    list.addEventListener("keydown", (event) => this.step(event));
  }

  /** Those that are offered. */
  get each() {
    return [...this.list.children].filter((tab) => !tab.hidden);
  }

  pick(tab) {
    if (tab) this.choose(tab.dataset.tab);
  }

  step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const { each } = this;
    const next = each.at((each.findIndex((tab) => tab.tabIndex === 0) + by) % each.length);
    this.pick(next);
    next.focus();
  }

  /** Marks the chosen one; without one the first is reached by keys. */
  mark(name) {
    const here = this.each.find((tab) => tab.dataset.tab === name) ?? this.each[0];
    for (const tab of this.list.children) {
      tab.setAttribute("aria-selected", tab.dataset.tab === name);
      tab.tabIndex = tab === here ? 0 : -1;
    }
  }
}
