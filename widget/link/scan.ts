// Reading a page without getting in its way: a few milliseconds at a time, what is added later as well, all within
// bounds.

import { find, type Found } from "./find";
import { link, rewritten } from "./links";
import { PHASES } from "./names";
import { around, runs, type Run } from "./runs";

export interface Choices {
  /** Where to look, and where not: selectors, "" for the whole page and for nothing more. */
  within: string;
  skip: string;
  quotes: boolean;
  watch: boolean;
}

/** Milliseconds of work before the page has its turn again. */
const SLICE = 8;
/** Characters of a run that are read in one go, and how far a reference may reach into what follows. */
const PORTION = 12_000;
const REACH = 500;
/** After so many links, or so many characters of later content, no more is done on a page. */
const MOST_LINKS = 5_000;
const MOST_LATER = 4_000_000;
const REST = 200;
const PLACES = 200;
const RESTARTS = 5;

type Turn = { timeRemaining(): number };
const idle: (work: (turn: Turn) => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => void requestIdleCallback(work, { timeout: 500 })
    : (work) => void setTimeout(() => work({ timeRemaining: () => SLICE }), 16);

/** Link what there is and, if wanted, what comes. `learn` tells the names of phases, if any may be needed. */
export function scan(
  choices: Choices,
  make: Parameters<typeof link>[2],
  learn: () => Promise<[string, number][]>,
): void {
  const waiting = new Set<Element>();
  const hoping = new Set<Element>(); // for the names of phases
  let [links, later, tries, working, read, asked] = [0, 0, 0, false, false, false];
  const observer = new MutationObserver(changed);

  const roots = choices.within ? [...document.querySelectorAll(choices.within)] : [document.body];
  roots.forEach((root) => waiting.add(root));
  if (choices.watch) observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  start();

  /** First everything is read, then linked: a page that is changed here and there is laid out again each time. */
  function* work(): Generator<void> {
    const found: [Run, Found[]][] = [];
    for (const root of [...waiting]) {
      waiting.delete(root);
      if (!root.isConnected || around(root, choices.skip) === null) continue;
      const reading = runs(root, choices.skip);
      let step = reading.next();
      for (; !step.done; step = reading.next()) {
        yield;
        if (!step.value) continue;
        if (read) later += step.value.text.length;
        for (const all of portions(step.value.text)) {
          if (all.length) found.push([step.value, all]);
          if (PHASES.wanted) hoping.add(around(step.value.pieces[0]!.node, choices.skip)!);
          PHASES.wanted = false;
          yield;
        }
      }
      if (!step.value && tries++ < RESTARTS) waiting.add(root.isConnected ? root : document.body);
    }
    for (const [run, all] of found) {
      if (links < MOST_LINKS) links += link(run, all, make);
      observer.takeRecords(); // of what was just done here; the page's own have been told before
      yield;
    }
  }

  /** The references of a run from its end to its beginning, so that what is linked does not move what is not. */
  function* portions(text: string) {
    for (let at = Math.floor(text.length / PORTION) * PORTION; at >= 0; at -= PORTION) {
      const begin = Math.max(0, at - REACH);
      const found = find(text.slice(begin, at + PORTION + REACH), choices.quotes);
      yield found
        .map((one) => ({ ...one, start: one.start + begin, end: one.end + begin }))
        .filter(({ start }) => start >= at && start < at + PORTION);
    }
  }

  function start(): void {
    if (working || document.designMode === "on") return;
    working = true;
    const steps = work();
    idle(function go(turn) {
      const end = performance.now() + Math.min(SLICE, Math.max(turn.timeRemaining(), 2));
      do {
        if (!steps.next().done) continue;
        working = false;
        return rest();
      } while (performance.now() < end);
      idle(go);
    });
  }

  /** All that was waiting is read. */
  function rest(): void {
    read = true;
    if (hoping.size && !asked) {
      asked = true;
      learn().then(
        (names) => {
          PHASES.known = new Map(names);
          hoping.forEach((root) => waiting.add(root));
          start();
        },
        () => undefined, // then they stay what they are: words
      );
    }
    if (!choices.watch || links >= MOST_LINKS || later > MOST_LATER) observer.disconnect();
    else if (waiting.size) setTimeout(start, REST);
  }

  function changed(records: MutationRecord[]): void {
    if (waiting.size === 0 && !working) setTimeout(start, REST);
    for (const { target, type, addedNodes } of records) {
      if (type === "characterData") rewritten(target);
      for (const node of type === "characterData" ? [target] : addedNodes) {
        const root = around(node, choices.skip);
        if (root && inside(root)) waiting.add(root);
      }
    }
    if (waiting.size > PLACES) {
      waiting.clear();
      roots.forEach((root) => waiting.add(root));
    }
  }

  function inside(root: Element): boolean {
    return !choices.within || root.closest(choices.within) !== null || root.querySelector(choices.within) !== null;
  }
}
