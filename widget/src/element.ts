// <wenli-chat>: the element itself – attributes in, a shadow root with button, panel and card out.

import { card } from "./card";
import { Client } from "./client";
import { Conversation } from "./conversation";

import { ExchangeView } from "./exchange";
import { loadRareCharacters } from "./font";
import { asJson, asMarkdown, Keep } from "./keep";
import { download } from "./dom";
import { nearestLanguage, onPageLanguage } from "./language";
import type { Citation, Exchange, Lang } from "./model";
import { Shell } from "./shell";
import { SHEET } from "./sheet";
import { WORDS, type Words } from "./words";

export class WenliChat extends HTMLElement {
  static readonly observedAttributes = ["server", "lang", "position", "open", "question", "chapters"];
  /** Where the script came from, and thus the service where none is named. */
  static origin = "";

  private readonly root = this.attachShadow({ mode: "open" });
  private shell!: Shell;
  private conversation: Conversation | null = null;
  private views = new Map<Exchange, ExchangeView>();
  private forget = () => {};
  private asked = "";

  get language(): Lang {
    return nearestLanguage(this);
  }

  private get words(): Words {
    return WORDS[this.language];
  }

  private get client(): Client {
    return this.conversation!.client;
  }

  connectedCallback(): void {
    this.root.adoptedStyleSheets = [SHEET];
    this.connect();
    const page = onPageLanguage(() => this.draw());
    const back = () => this.conversation?.exchanges.at(-1)?.state === "failed" && this.shell.say(this.words.online);
    window.addEventListener("online", back);
    this.forget = () => {
      page();
      window.removeEventListener("online", back);
    };
  }

  disconnectedCallback(): void {
    this.forget();
    this.removeAttribute("popover");
    this.conversation?.stop();
    this.conversation = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.conversation || before === now) return;
    if (name === "open") this.shell.show(now !== null, true);
    else if (name === "server") this.connect();
    else if (name === "chapters") this.limit();
    else if (name === "question") this.begin();
    else this.draw();
    if (name === "open" && this.open) {
      this.begin();
      this.views.get(this.conversation.exchanges.at(-1)!)?.update();
    }
  }

  /** Ask as if the reader had; opens the panel. */
  ask(question: string): void {
    this.open = true;
    if (this.conversation?.ask(question)) this.shell.asked();
  }

  get open(): boolean {
    return this.hasAttribute("open") || this.inline;
  }

  set open(wanted: boolean) {
    this.toggleAttribute("open", wanted);
  }

  private get inline(): boolean {
    return this.getAttribute("position") === "inline";
  }

  /** Into the top layer, where what the page does to its body – turning, clipping, fading – does not reach. */
  private raise(): void {
    if (!("showPopover" in this)) return;
    if (this.inline) this.removeAttribute("popover");
    else if (this.popover !== "manual") {
      this.popover = "manual";
      this.showPopover();
    }
  }

  private connect(): void {
    this.conversation?.stop();
    const server = serverOf(this.getAttribute("server") ?? WenliChat.origin);
    loadRareCharacters(server);
    const keep = new Keep(`wenli-chat ${server} ${this.id}`.trim());
    this.conversation = new Conversation(new Client(server), keep, () => this.words, {
      changed: (exchange) => this.changed(exchange),
      ended: (exchange) => this.ended(exchange),
      status: (message) => this.shell.status(message, this.conversation?.busy ?? false),
    });
    this.limit();
    this.draw();
    this.begin();
  }

  private limit(): void {
    const named = (this.getAttribute("chapters") ?? "").split(/[,，、\s]+/).filter(Boolean);
    this.conversation!.chapters = named.map((one) => (/^\d+$/.test(one) ? Number(one) : one));
  }

  /** The question that comes with the page: asked once, when the panel is open and nothing has been said yet. */
  private begin(): void {
    const question = this.getAttribute("question") ?? "";
    const conversation = this.conversation!;
    if (!question || question === this.asked || !this.open || conversation.exchanges.length || conversation.busy)
      return;
    this.asked = question;
    conversation.ask(question);
  }

  /** Everything from the state: at the start, and when the language or the position changes. */
  private draw(): void {
    const conversation = this.conversation;
    if (!conversation) return;
    this.shell = new Shell(this.words, this.language, this.inline, conversation.draft, {
      ask: (question) => conversation.ask(question),
      stop: () => conversation.stop(),
      draft: (text) => {
        conversation.draft = text;
        conversation.save();
      },
      open: (open) => {
        this.open = open;
      },
      clear: () => {
        conversation.clear();
        this.draw();
        this.shell.focus();
      },
      save: (kind) => this.save(kind),
    });
    this.root.replaceChildren(this.shell.element);
    this.raise();
    this.views.clear();
    conversation.exchanges.forEach((exchange) => this.changed(exchange));
    this.shell.show(this.open, false);
    this.shell.status(conversation.busy ? this.words.working : "", conversation.busy);
  }

  private changed(exchange: Exchange): void {
    const known = this.views.get(exchange);
    if (known) known.update();
    else {
      [...this.views.values()].at(-1)?.update(); // what could be asked next stands below the latest answer alone
      const view = this.view(exchange);
      this.views.set(exchange, view);
      this.shell.append(view.element);
    }
    this.shell.follow(exchange.state === "asking");
  }

  private ended(exchange: Exchange): void {
    const view = this.views.get(exchange);
    if (!view) return;
    this.shell.announce(view.spoken());
    this.shell.settle(view.element);
  }

  private view(exchange: Exchange): ExchangeView {
    const conversation = this.conversation!;
    return new ExchangeView(exchange, {
      client: conversation.client,
      words: this.words,
      lang: this.language,
      asked: () => conversation.exchanges.map((one) => one.question),
      current: (one) => this.open && conversation.exchanges.at(-1) === one,
      ask: (question) => {
        if (conversation.ask(question, this.language)) this.shell.asked();
      },
      again: (one) => {
        conversation.again(one);
        this.shell.focus();
      },
      open: (citation, chip) => this.card(citation, chip),
      say: (message) => this.shell.say(message),
      save: () => conversation.save(),
      grown: (element) => this.shell.settle(element),
    });
  }

  private card(citation: Citation, chip: HTMLElement): void {
    const close = () => this.shell.closeCard();
    const say = (message: string) => this.shell.say(message);
    this.shell.openCard(
      card(citation, { client: this.client, words: this.words, lang: this.language, close, say }),
      chip,
    );
  }

  private save(kind: "markdown" | "json"): void {
    const { exchanges, client } = this.conversation!;
    const readUrl = (ref: string) => client.readUrl(ref, this.language);
    if (kind === "json") download("wenli.json", "application/json", asJson(exchanges, client.server));
    else download("wenli.md", "text/markdown", asMarkdown(exchanges, readUrl, this.words.title));
  }
}

/** The service without a slash at the end; only the web's own schemes are addresses of services. */
function serverOf(given: string): string {
  try {
    const url = new URL(given || location.origin, location.href);
    if (/^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, "");
  } catch {
    // Not an address: as if none were given.
  }
  return location.origin;
}
