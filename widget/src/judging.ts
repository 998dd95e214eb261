// 👍 and 👎 with a reason: the rating is sent at once, so that it counts though nobody explains it.

import { Trouble, type Client } from "./client";
import { h, iconButton } from "./dom";
import type { Exchange } from "./model";
import type { Words } from "./words";

export interface JudgingContext {
  client: Client;
  words: Words;
  say: (message: string) => void;
  changed: () => void;
}

type Rating = "up" | "down";

/** The two buttons; after 👎 the question why is put into `below`. */
export function judging(exchange: Exchange, below: HTMLElement, context: JudgingContext): HTMLElement[] {
  const { words } = context;
  const ratings: Rating[] = ["up", "down"];
  const mark = () =>
    buttons.forEach((one, at) => one.setAttribute("aria-pressed", String(exchange.rating === ratings[at])));
  const rate = async (rating: Rating, button: HTMLElement) => {
    if (!(await send(exchange, rating, "", context))) return;
    exchange.rating = rating;
    mark();
    context.changed();
    below.replaceChildren();
    if (rating === "up") return context.say(words.thanks);
    const done = () => {
      below.replaceChildren();
      button.focus();
    };
    below.append(why(exchange, done, context));
    below.querySelector("input")?.focus({ preventScroll: true });
    below.scrollIntoView({ block: "nearest" });
  };
  const buttons = ratings.map((rating) => {
    const button: HTMLElement = iconButton(rating, words[rating], { onclick: () => void rate(rating, button) });
    return button;
  });
  mark();
  return buttons;
}

async function send(exchange: Exchange, rating: Rating, reason: string, { client, words, say }: JudgingContext) {
  try {
    await client.judge(exchange.id, rating, reason);
    return true;
  } catch (error) {
    const told: Record<string, string> = { "feedback-off": words.noFeedback, "answer-unknown": words.unknownAnswer };
    say(told[error instanceof Trouble ? error.slug : ""] ?? words.unjudged);
    return false;
  }
}

function why(exchange: Exchange, done: () => void, context: JudgingContext): HTMLElement {
  const { words } = context;
  const group = `why-${exchange.id}`;
  const choices = [words.reason1, words.reason2, words.reason3, words.reason4].map((reason) =>
    h("label", {}, h("input", { type: "radio", name: group, value: reason }), " ", reason),
  );
  const more = h("textarea", {
    rows: "2",
    maxlength: "900",
    "aria-label": words.reasonMore,
    placeholder: words.reasonMore,
  });
  const form = h(
    "form",
    { class: "why" },
    h("fieldset", {}, h("legend", {}, words.why), ...choices, more),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit" }, words.reasonSend),
      h("button", { type: "button", class: "quiet", onclick: done }, words.skip),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = form.querySelector<HTMLInputElement>("input:checked")?.value;
    const reason = [chosen, more.value.trim()].filter(Boolean).join(": ");
    if (!(await send(exchange, "down", reason, context))) return;
    context.say(words.thanks);
    done();
  });
  return form;
}
