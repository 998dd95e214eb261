// From references found to links in the page. Text nodes are cut and wrapped; nothing else of the page is changed.

import type { Found } from "./find";
import type { Run } from "./runs";

/** What each link that was made stands for. */
export const MADE = new WeakMap<Element, Found>();

/** Where a reference is read, or where the quotation from it is judged. */
export function address(server: string, found: Found, lang: string): string {
  if (found.quote && !found.ref.includes(".")) {
    const asked = new URLSearchParams({ quote: found.quote, claimed: found.claimed.slice(0, 200), lang });
    return `${server}/verify?${asked}`;
  }
  return `${server}/read/${found.ref}?lang=${lang}`;
}

/** The nodes made of what a text node held beyond its first words. */
const CUT = new WeakMap<Text, ChildNode[]>();

/** Put links round references of one run; the number of references linked. A reference set in several elements becomes
    several links, of which the first alone is a stop for Tab. A page's own text node stays where it was, with the words
    before the reference, or none. */
export function link(run: Run, all: Found[], make: (found: Found) => HTMLAnchorElement): number {
  let linked = 0;
  for (const found of [...all].reverse()) {
    const parts = run.pieces
      .map(({ node, start }) => ({ node, from: Math.max(found.start - start, 0), to: found.end - start, start }))
      .filter(({ node, from, to }) => to > from && from < node.length);
    const same = ({ node, from, to, start }: (typeof parts)[number]) =>
      node.isConnected && run.text.startsWith(node.data.slice(from, to), start + from);
    if (!parts.length || !parts.every(same)) continue;
    let first = true;
    for (const { node, from, to } of parts) {
      if (!node.data.slice(from, to).trim()) continue;
      const words = node.splitText(from);
      const rest = to - from < words.length ? [words.splitText(to - from)] : [];
      const anchor = make(found);
      if (!first) anchor.tabIndex = -1;
      first = false;
      MADE.set(anchor, found);
      words.replaceWith(anchor);
      anchor.append(words);
      CUT.set(node, [anchor, ...rest, ...(CUT.get(node) ?? [])]);
    }
    linked += 1;
  }
  return linked;
}

/** A page that writes a text node anew means all of it: what was cut from it goes. */
export function rewritten(node: Node): void {
  for (const made of CUT.get(node as Text) ?? []) made.remove();
  CUT.delete(node as Text);
}
