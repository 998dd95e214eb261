// What happens when a page loads link.js: references in it become links, and a click on one opens the passage beside it.

import { phases } from "./ask";
import type { Found } from "./find";
import { address, MADE } from "./links";
import { close, holds, isOpen, open, type Look } from "./popup";
import { scan } from "./scan";
import { nearest, wordsIn } from "./words";

const script = document.currentScript as HTMLScriptElement | null;
const data = script?.dataset ?? {};
const HOVER = 250;

/** The service the script came from: https://wenli.example/link.js → https://wenli.example. */
const server = (data.server ?? script?.src.replace(/\/[^/]*$/, "") ?? "").replace(/\/+$/, "");
const lang = nearest(data.lang || document.documentElement.lang || navigator.language || "en");
const look: Look = { server, lang, words: wordsIn(lang), theme: data.theme ?? "" };
const marker = "wenliLinker";

if (/^https?:/.test(server) && !(marker in document)) {
  Object.defineProperty(document, marker, { value: true });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}

function begin(): void {
  const choices = {
    within: selector("within"),
    skip: selector("skip"),
    quotes: data.quotes !== "off",
    watch: data.watch !== "off",
  };
  listen();
  scan(choices, make, () => phases(server));
}

/** A selector that is none is told in the console, and as good as not given. */
function selector(name: "within" | "skip"): string {
  const given = data[name] ?? "";
  try {
    if (given) document.querySelector(given);
    return given;
  } catch {
    console.warn(`link.js: data-${name}="${given}" is not a selector.`);
    return "";
  }
}

function make(found: Found): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.href = address(server, found, lang);
  anchor.className = "wenli-ref";
  anchor.dataset.wenliRef = found.ref;
  anchor.setAttribute("aria-haspopup", "dialog");
  anchor.setAttribute("aria-expanded", "false");
  return anchor;
}

/** One listener for all links: with a key held, or the middle button, a link is a link. */
function listen(): void {
  const at = (event: Event): [HTMLElement, Found] | null => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>("a.wenli-ref") : null;
    const found = anchor && MADE.get(anchor);
    return found ? [anchor, found] : null;
  };
  document.addEventListener("click", (event) => {
    const place = at(event);
    if (!place || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (isOpen(place[0])) close();
    else open(...place, look, true);
  });
  document.addEventListener("pointerdown", (event) => {
    if (isOpen() && !holds(event.target) && !at(event)) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) close();
  });
  if (data.open !== "hover") return;
  let timer = 0;
  document.addEventListener("pointerover", (event) => {
    clearTimeout(timer);
    const place = event.pointerType === "mouse" ? at(event) : null;
    if (place && !isOpen(place[0])) timer = window.setTimeout(() => open(...place, look, false), HOVER);
  });
}
