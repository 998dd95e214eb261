// Where the element is Wenli's own first page: what it takes from the page around, and what it tells it.

import { asFields } from "./model";

/** The answer that came with the page, where it was asked for in the address. */
export function adopted(): Record<string, unknown> | null {
  const found = document.getElementById("wenli-answered");
  if (!found) return null;
  found.remove();
  try {
    return asFields(JSON.parse(found.textContent));
  } catch {
    return null;
  }
}

/** The page leaves out what only stands there before something has been asked. */
export function chatting(begun: boolean): void {
  document.documentElement.toggleAttribute("data-chatting", begun);
  document.body.classList.remove("asked"); // which says the same where there is no script
}

/** The address names the first question, so that it can be shared; reading it again takes up the same conversation. */
export function sayInAddress(question: string): void {
  const address = new URL(location.href);
  if ((address.searchParams.get("q") ?? "") === question && !address.hash) return;
  if (question) address.searchParams.set("q", question);
  else address.searchParams.delete("q");
  address.hash = "";
  history.replaceState(history.state, "", address);
}

/** Whether the reader has come by a link: going back and reading anew, the browser knows where one was. */
export function freshlyCome(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "navigate";
}

/** What stood in the element's place without script goes, when the page is there as a whole. */
export function takeOver(element: HTMLElement): void {
  if (document.readyState !== "loading") element.replaceChildren();
  else document.addEventListener("DOMContentLoaded", () => element.replaceChildren(), { once: true });
}
