// What happens when a page loads widget.js: <wenli-chat> is defined, and – if the page has none – one appears.

import { WenliChat } from "./element";

const ATTRIBUTES = ["server", "lang", "theme", "position", "open", "question", "chapters"];
const script = document.currentScript as HTMLScriptElement | null;

/** The service that a script came from: https://wenli.example/widget.js → https://wenli.example. */
if (script?.src) WenliChat.origin = script.src.replace(/\/[^/]*$/, "");

if (!customElements.get("wenli-chat")) {
  customElements.define("wenli-chat", WenliChat);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", embed);
  else embed();
}

function embed(): void {
  if (!script || document.querySelector("wenli-chat") || "manual" in script.dataset) return;
  const element = document.createElement("wenli-chat");
  for (const name of ATTRIBUTES) {
    const value = script.dataset[name];
    if (value !== undefined && !(name === "open" && value === "false")) element.setAttribute(name, value);
  }
  document.body.append(element);
}
