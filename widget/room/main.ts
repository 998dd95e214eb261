// The reading room with script: setting without a new page, words explained in place, leafing by arrow keys.
// Without it the form asks the server, words lead to the glossary, and links lead on.

import { h } from "../src/dom";
import { Peek } from "../src/peek";

const root = document.documentElement;

// Setting: the address and the browser remember it; "" means the usual.
const form = document.querySelector<HTMLFormElement>("form.view");
const boxes = form ? [...form.querySelectorAll<HTMLInputElement>("input[type=checkbox]")] : [];
for (const box of boxes) box.checked = root.dataset[box.name] === box.value;
const sheet = document.querySelector<HTMLElement>(".sheet");

function reachable(): void {
  if (sheet) sheet.tabIndex = root.dataset.set === "vertical" ? 0 : -1;
}

function say(url: URL): URL {
  for (const box of boxes) {
    if (box.checked) url.searchParams.set(box.name, box.value);
    else url.searchParams.delete(box.name);
  }
  return url;
}

function set(event: Event): void {
  const changed = event.target as HTMLInputElement;
  for (const box of boxes) {
    if (box.checked) root.dataset[box.name] = box.value;
    else delete root.dataset[box.name];
  }
  if (changed.name === "notes") {
    for (const note of document.querySelectorAll<HTMLDetailsElement>("details.comment")) note.open = !changed.checked;
  }
  reachable();
  history.replaceState(null, "", say(new URL(location.href)));
  carry();
  try {
    localStorage.setItem("wenli.view", JSON.stringify({ ...root.dataset }));
  } catch {
    // Nothing is kept; the address still says it.
  }
}

/** Links within the room say the setting too, so that a copied address or a new tab looks the same. */
function carry(): void {
  const links = ".desk a[href^='/read/']:not(.permalink a), .tongues a";
  for (const link of document.querySelectorAll<HTMLAnchorElement>(links)) {
    const url = say(new URL(link.href));
    link.href = url.pathname + url.search + url.hash;
  }
}

/** A note that is led to opens, even where the commentary is folded. */
function reveal(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const aim = id && document.getElementById(id);
  const note = aim && aim.closest("details");
  if (!note || note.open) return;
  note.open = true;
  aim.scrollIntoView({ block: "nearest" });
}

/** The way through the chapter shows where one is. */
function showPlace(): void {
  const shelf = document.querySelector("nav.contents .phases");
  const current = shelf?.querySelector("[aria-current]");
  if (!shelf || !current || shelf.scrollHeight <= shelf.clientHeight) return;
  shelf.scrollTop += current.getBoundingClientRect().top - shelf.getBoundingClientRect().top - shelf.clientHeight / 3;
}

/** Arrow keys leaf, against the way of the text in vertical lines, but leave alone whatever uses them itself. */
function leaf(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  if ((event.target as Element).closest("input, textarea, select, .sheet[tabindex='0'], wenli-chat")) return;
  const onward = (event.key === "ArrowRight") !== (root.dataset.set === "vertical");
  document.querySelector<HTMLElement>(onward ? ".turning a[rel=next]" : ".turning a[rel=prev]")?.click();
}

/** Words of the glossary: hover, focus or tap shows what they mean. */
function explain(terms: HTMLElement): void {
  const card = h("div", { id: "term-card" });
  document.getElementById("main")!.append(card);
  const peek = new Peek(card, document, {
    at: (target) => target.closest<HTMLElement>("a.term"),
    tell: (word) => {
      const found = ([...terms.children] as HTMLElement[]).find((one) => one.dataset.term === word.dataset.term);
      const glossary = document.querySelector(".doors a[href^='/glossary']")!.textContent;
      const more = h("p", {}, h("a", { href: (word as HTMLAnchorElement).href }, `${glossary} →`));
      return found ? [...[...found.children].map((child) => child.cloneNode(true)), more] : null;
    },
    tap: true,
  });
  document.adoptedStyleSheets.push(peek.sheet);
  document.addEventListener("keydown", (event) => event.key === "Escape" && peek.hide());
}

reachable();
if (form) form.addEventListener("change", set);
if (boxes.some((box) => box.checked)) carry();
addEventListener("hashchange", reveal);
reveal();
showPlace();
document.addEventListener("keydown", leaf);
const terms = document.getElementById("terms");
if (terms) explain(terms);
