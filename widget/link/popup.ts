// The pop-up: the passage a reference names and the verdict on what is quoted from it, in a shadow root of its own.

import { judge, passage, type Judgement, type Passage, type Place } from "./ask";
import { h } from "../src/dom";
import type { Found } from "./find";
import { address } from "./links";
import css from "./link.css";
import type { Lang, Words } from "./words";

export interface Look {
  server: string;
  lang: Lang;
  words: Words;
  theme: string;
}

const SHOWN = 6;
const GAP = 6;
const SHEET = new CSSStyleSheet();
SHEET.replaceSync(css);
/** Where the pop-up stands: a rule and not an attribute, which a page's policy may forbid. */
const PLACE = new CSSStyleSheet();

const cache = new Map<string, Promise<unknown>>();

/** Asked for once; after a failure anew. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const found = (cache.get(key) as Promise<T> | undefined) ?? ask();
  cache.set(key, found);
  found.catch(() => cache.delete(key));
  return found;
}

let host: HTMLElement | null = null;
let opener: HTMLElement | null = null;

export const isOpen = (anchor?: Element): boolean => host !== null && (!anchor || opener === anchor);
export const holds = (target: EventTarget | null): boolean => host !== null && target === host;

/** Take the pop-up away; the focus goes back to where it came from if it was in there. */
export function close(): void {
  if (!host) return;
  const inside = host.shadowRoot!.activeElement !== null;
  host.remove();
  host = null;
  opener?.setAttribute("aria-expanded", "false");
  if (inside) opener?.focus();
  opener = null;
}

/** Show what a reference names, beside it. With `focus` the keys go to the pop-up. */
export function open(anchor: HTMLElement, found: Found, look: Look, focus: boolean): void {
  close();
  opener = anchor;
  host = document.createElement("div");
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [SHEET, PLACE];
  shadow.append(dialog(found, look, () => anchor.isConnected && put(anchor)));
  document.body.append(host);
  anchor.setAttribute("aria-expanded", "true");
  if ("popover" in host) {
    host.popover = "manual";
    host.showPopover(); // above everything, and no ancestor's transform counts
  }
  put(anchor);
  if (focus) shadow.querySelector("button")!.focus({ preventScroll: true });
}

/** Under the reference, or over it where there is more room. */
function put(anchor: HTMLElement): void {
  if (!host) return;
  const box = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
  const { width, height } = host.getBoundingClientRect();
  const below = box.bottom + GAP + height <= innerHeight || box.top < innerHeight - box.bottom;
  const top = below ? box.bottom + GAP : box.top - GAP - height;
  const [most, least] = [innerHeight - height - 8, 8];
  const left = Math.max(least, Math.min(box.left, innerWidth - width - 8));
  PLACE.replaceSync(
    `:host{left:${Math.round(left)}px!important;top:${Math.round(Math.max(least, Math.min(top, most)))}px!important}`,
  );
}

function dialog(found: Found, look: Look, grown: () => void): HTMLElement {
  const { server, lang, words } = look;
  const title = h("h2", { id: "title" }, name(found.ref, lang));
  const shut = h("button", { type: "button", "aria-label": words.close, title: words.close, onclick: close }, "✕");
  const sheet = h("div", { class: "sheet", tabindex: "0", role: "group", "aria-labelledby": "title" });
  const target = { href: address(server, found, lang), target: "_blank", rel: "noopener" };
  const more = h("a", target, words.context);
  const status = h("p", { class: "faint", role: "status" }, words.reading);
  const root = h(
    "div",
    { class: `root ${look.theme}`, role: "dialog", "aria-modal": "true", "aria-labelledby": "title", lang },
    h("header", {}, title, shut),
    sheet,
  );
  sheet.append(status, h("p", {}, more, h("span", { class: "faint" }, " · Wenli 問禮")));
  root.addEventListener("keydown", (event) => keys(event, [shut, sheet, more]));
  void fill(found, look, title).then((nodes) => {
    status.replaceWith(...nodes);
    grown();
  });
  return root;
}

/** Escape closes; Tab stays within; what is typed here is no short cut of the page. */
function keys(event: KeyboardEvent, stops: HTMLElement[]): void {
  event.stopPropagation();
  if (event.key === "Escape") close();
  if (event.key !== "Tab") return;
  const at = stops.indexOf(
    (event.target as Node).getRootNode() === host?.shadowRoot ? (event.target as HTMLElement) : stops[0]!,
  );
  event.preventDefault();
  stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length]!.focus();
}

async function fill(found: Found, { server, lang, words }: Look, title: HTMLElement): Promise<Node[]> {
  const numbered = found.ref.includes(".");
  const asked = found.quote
    ? once(`q ${found.claimed} ${found.quote}`, () => judge(server, found.quote, found.claimed))
    : null;
  const read = numbered ? once(found.ref, () => passage(server, found.ref, lang)) : null;
  const [judged, shown] = await Promise.all([asked?.catch(() => null), read?.catch(() => null)]);
  if (shown?.title[lang]) title.replaceChildren(...heading(found.ref, shown, lang));
  const nodes = [...(judged ? verdict(judged, found, words) : []), ...(shown ? clauses(shown, lang, words) : [])];
  const failed = (asked && !judged) || (read && !shown);
  return failed ? [...nodes, h("p", { role: "alert" }, words.unread)] : nodes;
}

/** Yili 5.21.3 or 儀禮 5.21.3: what can be said before the service has been asked. */
const name = (ref: string, lang: Lang): string =>
  `${{ "zh-Hant": "儀禮", "zh-Hans": "仪礼", en: "Yili" }[lang]} ${ref}`;

function heading(ref: string, { title, phase }: Passage, lang: Lang): Node[] {
  const path = [title[lang], phase[lang]].filter(Boolean).join(" › ");
  return [document.createTextNode(name(ref, lang)), h("span", { class: "faint" }, ` ${path}`)];
}

function verdict({ verdict, place, near }: Judgement, found: Found, words: Words): Node[] {
  const told = (words as Record<string, string>)[verdict] ?? verdict;
  const nodes: Node[] = [
    h("p", {}, h("span", { lang: "zh" }, `「${found.quote}」`)),
    h("p", { class: `verdict ${/^\w+$/.test(verdict) ? verdict : ""}` }, told),
  ];
  if (place)
    nodes.push(
      h("p", { class: "faint" }, near ? words.nearest : words.stands, ` ${place.ref} · ${place.label}`),
      printed(place),
    );
  return nodes;
}

/** The words where they stand; struck through what only the quotation has, underlined what only the text has. */
function printed({ before, cited, after, diff }: Place): HTMLElement {
  const runs = diff.flatMap(({ op, quote, text }): (Node | string)[] | string =>
    op === "equal" ? [text] : [quote && h("del", {}, quote), text && h("ins", {}, text)],
  );
  return h("blockquote", { lang: "zh-Hant" }, before, h("mark", {}, ...(runs.length ? runs : [cited])), after);
}

function clauses({ clauses }: Passage, lang: Lang, words: Words): Node[] {
  const nodes = clauses
    .slice(0, SHOWN)
    .flatMap(({ ref, text, label, script, rendering }) => [
      h("p", { class: "faint" }, (clauses.length > 1 ? `${ref} · ` : "") + label),
      h("blockquote", { lang: script }, text),
      ...(rendering[lang] ? [h("p", {}, h("span", { class: "faint" }, words.aid, ": "), rendering[lang])] : []),
    ]);
  return clauses.length > SHOWN ? [...nodes, h("p", {}, "……")] : nodes;
}
