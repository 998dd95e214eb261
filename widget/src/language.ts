// The language of the interface: the element's own, else that of the page around it, else the browser's.

import type { Lang } from "./model";
import { nearest } from "./words";

export function nearestLanguage(element: Element): Lang {
  const marked = element.closest("[lang]:not([lang=''])") ?? hostOf(element)?.closest("[lang]:not([lang=''])");
  return nearest(marked?.getAttribute("lang") ?? navigator.language ?? "en");
}

/** Around an element that itself stands in a shadow root. */
function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Call `changed` when the page changes its language; the function that comes back ends that. */
export function onPageLanguage(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });
  return () => observer.disconnect();
}
