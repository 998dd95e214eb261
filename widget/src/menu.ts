// A button that unfolds a list of things to do; arrows move within it, Escape and leaving it fold it again.

import { h, iconButton, roving } from "./dom";

export class Menu {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly list: HTMLElement;

  constructor(label: string, items: [string, () => void][]) {
    const entries = items.map(([words, act]) => {
      const onclick = () => {
        this.show(false);
        act();
      };
      return h("button", { type: "button", role: "menuitem", onclick }, words);
    });
    this.list = h("div", { class: "menu", role: "menu", hidden: true, "aria-label": label }, ...entries);
    roving(this.list);
    const state = { "aria-haspopup": "menu", "aria-expanded": "false" };
    this.button = iconButton("menu", label, { ...state, onclick: () => this.show(!this.open) });
    this.element = h("div", { class: "more" }, this.button, this.list);
    this.element.addEventListener("focusout", (event) => {
      const to = (event as FocusEvent).relatedTarget;
      if (this.open && to instanceof Node && !this.element.contains(to)) this.fold();
    });
  }

  get open(): boolean {
    return !this.list.hidden;
  }

  show(open: boolean): void {
    if (open === this.open) return;
    if (!open) this.fold();
    else {
      this.list.hidden = false;
      this.button.setAttribute("aria-expanded", "true");
    }
    (open ? this.list.querySelector("button")! : this.button).focus();
  }

  private fold(): void {
    this.list.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }
}
