// The conversations of Wenli's own first page: kept in this browser, each by itself, until the reader deletes it. Which
// one is open belongs to the tab, so that two tabs have two.

import { Keep } from "./keep";

export interface Thread {
  id: string;
  /** Its first question, and when the last was asked. */
  title: string;
  at: string;
}

const NAME = "wenli-thread ";
const OPEN = "wenli-thread";
const MOST = 50;

/** Storage that a browser forbids, or that is full, is as good as an empty one. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const fresh = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

export class Threads {
  /** The one that is open. */
  current: string;

  constructor() {
    this.current = attempt(() => sessionStorage.getItem(OPEN), null) || fresh();
    this.open(this.current);
  }

  /** All in which something has been asked, the latest first. */
  get all(): Thread[] {
    const found = attempt(() => Object.keys(localStorage), [])
      .filter((key) => key.startsWith(NAME))
      .map((key): Thread => {
        const { exchanges } = this.keepOf(key.slice(NAME.length)).read();
        return {
          id: key.slice(NAME.length),
          title: exchanges[0]?.question ?? "",
          at: exchanges.at(-1)?.at ?? "",
        };
      });
    return found.filter((one) => one.title).sort((a, b) => (a.at < b.at ? 1 : -1));
  }

  get keep(): Keep {
    return this.keepOf(this.current);
  }

  open(id: string): void {
    this.current = id;
    attempt(() => sessionStorage.setItem(OPEN, id), undefined);
  }

  /** A new one; the oldest go when there are too many. */
  begin(): void {
    this.all.slice(MOST - 1).forEach((one) => this.remove(one.id));
    this.open(fresh());
  }

  remove(id: string): void {
    attempt(() => localStorage.removeItem(NAME + id), undefined);
    if (id === this.current) this.open(fresh());
  }

  private keepOf(id: string): Keep {
    return new Keep(NAME + id, () => localStorage);
  }
}
