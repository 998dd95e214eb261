// Where one types: the box, the button beside it that asks or stops, and the line that says what is going on.

import { LONGEST } from "./conversation";
import { h, iconButton } from "./dom";
import type { Words } from "./words";

export interface ComposerContext {
  ask: (question: string) => boolean;
  stop: () => void;
  draft: (text: string) => void;
}

export class Composer {
  readonly element: HTMLFormElement;
  readonly input: HTMLTextAreaElement;
  private readonly line = h("p", { class: "status" });
  private readonly send: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;

  constructor(
    words: Words,
    draft: string,
    private readonly context: ComposerContext,
  ) {
    this.input = this.box(words, draft);
    this.send = iconButton("send", words.send, { class: "round go", type: "submit" });
    this.stop = iconButton("stop", words.stop, { class: "round go", hidden: true, onclick: context.stop });
    const onsubmit = (event: Event) => {
      event.preventDefault();
      this.submit();
    };
    this.element = h(
      "form",
      { class: "ask", onsubmit },
      this.line,
      h("div", { class: "box" }, this.input, this.send, this.stop),
      h("p", { class: "hint", id: "hint" }, words.hint),
    );
  }

  say(message: string): void {
    this.line.textContent = message;
  }

  /** The button changes between asking and stopping; focus that was on it moves along. */
  busy(busy: boolean, focused: Element | null): void {
    this.send.hidden = busy;
    this.stop.hidden = !busy;
    if (focused === (busy ? this.send : this.stop)) (busy ? this.stop : this.input).focus();
  }

  /** What was typed goes out of the box only once it has been taken. */
  submit(question = this.input.value): void {
    const typed = question === this.input.value;
    if (!this.context.ask(question) || !typed) return;
    this.input.value = "";
    this.context.draft("");
  }

  private box(words: Words, draft: string): HTMLTextAreaElement {
    const box = h("textarea", {
      part: "input",
      rows: "1",
      maxlength: String(LONGEST),
      lang: "",
      autocomplete: "off",
      "aria-label": words.input,
      "aria-describedby": "hint",
      placeholder: words.placeholder,
      oninput: () => this.context.draft(box.value),
      onkeydown: (event) => this.enter(event as KeyboardEvent),
    });
    box.value = draft;
    return box;
  }

  /** Enter asks – but not while an input method is composing, where Enter chooses a candidate. */
  private enter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.submit();
  }
}
