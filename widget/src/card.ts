// The passage behind a citation: the clause with the cited words marked, rendering, commentary, how to cite it.

import type { Client } from "./client";
import { copy, h, icon, iconButton } from "./dom";
import { speakerOf } from "./evidence";
import { clauseOf } from "./follow";
import type { Citation, Lang, Passage, Unit } from "./model";
import type { Words } from "./words";

const STYLES = [
  ["plain", ""],
  ["chicago", "Chicago"],
  ["gb7714", "GB/T 7714"],
  ["bibtex", "BibTeX"],
  ["ris", "RIS"],
  ["csl-json", "CSL-JSON"],
] as const;

export interface CardContext {
  client: Client;
  words: Words;
  lang: Lang;
  close: () => void;
  say: (message: string) => void;
}

/** The card, at first with the words cited alone; the rest comes when the service has told it. */
export function card(citation: Citation, context: CardContext): HTMLElement {
  const { client, words, lang } = context;
  const quote = h("blockquote", { class: "text", lang: "zh-Hant" }, h("mark", {}, citation.cited_text));
  const rest = h("div", { class: "rest" }, h("p", { class: "faint" }, words.reading));
  const name = h("span", { lang: citation.place ? undefined : "zh-Hant" }, citation.place || citation.label);
  const layer = h("span", { class: "tag" }, speakerOf(citation, words));
  const edition = h("span", { lang: "zh-Hant" }, citation.label);
  const meaning = citation.translation && h("p", {}, citation.translation);
  const whence = h("p", { class: "faint" }, layer, " ", edition);
  const content = [whence, quote, meaning, rest, citing(citation, context)];
  const named = { "aria-labelledby": "card-title" };
  const sheet = h(
    "div",
    { class: "sheet", tabindex: "0", role: "group", ...named },
    ...content,
    link(citation, context),
  );
  client.passage(clauseOf(citation.ref)).then(
    (passage) => {
      widen(quote, citation, passage);
      const unit = unitOf(citation, passage);
      tell(edition, unit?.labels[lang], lang);
      tell(layer, unit?.speakers[lang], lang);
      if (passage.chapter[lang])
        tell(name, [passage.chapter[lang], passage.phase?.[lang]].filter(Boolean).join(" · "), lang);
      rest.replaceChildren(...told(citation, passage, words, lang));
      if (passage.staged) rest.prepend(still(clauseOf(citation.ref), context));
    },
    () => rest.replaceChildren(h("p", { class: "faint" }, words.unread)),
  );
  const dialog = { class: "card", part: "card", role: "dialog", "aria-modal": "true", ...named };
  return h("div", dialog, heading(citation, name, context), sheet);
}

/** Words that the service has in the reader's language; where it has none, what stood there stays. */
function tell(element: HTMLElement, words: string | undefined, lang: Lang): void {
  if (!words) return;
  element.textContent = words;
  element.lang = lang;
}

const unitOf = (citation: Citation, passage: Passage): Unit | undefined =>
  [...passage.witnesses, ...passage.commentary].find(
    (one) => one.ref === citation.ref && one.witness === citation.witness,
  );

/** What the clause tells, as the stage shows it; gone where the page around does not let pictures in. */
function still(clause: string, { client, words, lang }: CardContext): HTMLElement {
  const picture = h("img", { src: client.stageUrl(clause, lang, ".svg"), alt: words.still, loading: "lazy" });
  const target = { href: client.stageUrl(clause, lang), target: "_blank", rel: "noopener" };
  const aside = h("span", { class: "hidden" }, " ", words.newTab);
  const figure = h("figure", { class: "still" }, h("a", target, picture, h("span", {}, words.stage, aside)));
  picture.addEventListener("error", () => picture.remove());
  return figure;
}

function heading(citation: Citation, name: HTMLElement, { words, close }: CardContext): HTMLElement {
  const number = h("span", { class: "chip" }, String(citation.index));
  const title = h("h2", { id: "card-title" }, number, " ", name);
  return h("header", { class: "bar" }, title, iconButton("close", words.back, { onclick: close }));
}

function link(citation: Citation, { client, words, lang }: CardContext): HTMLElement {
  const target = { href: client.readUrl(citation.ref, lang), target: "_blank", rel: "noopener" };
  const aside = h("span", { class: "hidden" }, " ", words.newTab);
  return h("p", {}, h("a", { class: "context", ...target }, words.inContext, " ", citation.ref, aside));
}

/** Around the words cited, the whole unit. Offsets count code points; where they do not fit, nothing is added. */
function widen(quote: HTMLElement, citation: Citation, passage: Passage): void {
  const unit = unitOf(citation, passage);
  const points = Array.from(unit?.text ?? "");
  if (!unit || points.slice(citation.start, citation.end).join("") !== citation.cited_text) return;
  quote.lang = `zh-${unit.script}`;
  quote.prepend(points.slice(0, citation.start).join(""));
  quote.append(points.slice(citation.end).join(""));
}

/** What else is known of the passage: the clause a comment stands at, the rendering of what is cited, all commentary. */
function told(citation: Citation, passage: Passage, words: Words, lang: Lang): Node[] {
  const nodes: Node[] = [];
  const clause = passage.witnesses.find((one) => one.witness === citation.witness) ?? passage.witnesses[0];
  if (clause && citation.ref.includes("#")) {
    nodes.push(
      h("h3", {}, words.clause),
      h("blockquote", { class: "text small", lang: `zh-${clause.script}` }, clause.text),
    );
  }
  const base = citation.ref.split("@")[0];
  const rendering = passage.renderings.find((one) => base === one.ref || base?.startsWith(`${one.ref}.`));
  if (rendering?.[lang]) {
    nodes.push(
      h(
        "aside",
        { class: "aid", part: "rendering" },
        h("p", { class: "label" }, words.aid),
        h("p", {}, rendering[lang]),
      ),
    );
  }
  const others = passage.commentary.filter((one) => one.ref !== citation.ref);
  if (others.length) nodes.push(h("h3", {}, words.commentary), ...grouped(others, lang));
  else if (!citation.ref.includes("#")) nodes.push(h("p", { class: "faint" }, words.none));
  return nodes;
}

/** Commentary by layer and author, each to be unfolded; the oldest stands open. */
function grouped(units: Unit[], lang: Lang): HTMLElement[] {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const name = unit.speakers[lang] || `${unit.commentator} ${unit.layer}`.trim();
    groups.set(name, [...(groups.get(name) ?? []), unit]);
  }
  return [...groups].map(([name, own], at) =>
    h(
      "details",
      { open: at === 0 },
      h("summary", { lang: own[0]!.speakers[lang] ? lang : "zh-Hant" }, name),
      ...own.map((unit) => h("p", { class: "text small", lang: `zh-${unit.script}` }, unit.text)),
    ),
  );
}

/** Copying a citation. Where the service has no such style, its label and address are a citation as well. */
function citing(citation: Citation, { client, words, lang, say }: CardContext): HTMLElement {
  const styles = STYLES.map(([value, name]) => h("option", { value }, name || words.plain));
  const choice = h("select", { id: "style" }, ...styles);
  const plain = `${citation.label}，「${citation.cited_text}」，${client.readUrl(citation.ref, lang)}`;
  const button = h("button", { type: "button", class: "quiet" }, icon("copy"), words.copyCitation);
  button.addEventListener("click", async () => {
    const text = await client.cite(citation.ref, choice.value).catch(() => plain);
    say((await copy(text || plain, button.parentNode!)) ? words.copied : words.uncopied);
  });
  return h("div", { class: "citing" }, h("label", { for: "style" }, words.styles), choice, button);
}
