// <wenli-chat>: the element itself – attributes in, a shadow root with button, panel and card out.

import { card } from "./card";
import { Client, serverOf } from "./client";
import { Conversation } from "./conversation";
import { ExchangeView } from "./exchange";
import { loadRareCharacters } from "./font";
import { Keep } from "./keep";
import { takeAlong } from "./along";
import { nearestLanguage, onPageLanguage } from "./language";
import type { Citation, Exchange, Lang } from "./model";
import { adopted, chatting, freshlyCome, sayInAddress, takeOver } from "./page";
import { claim, corner, release } from "./places";
import { Shell, type Mode } from "./shell";
import { SHEET } from "./sheet";
import { Threads } from "./threads";
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
  private threads: Threads | null = null;

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
    this.connect(this.getAttribute("question") ?? "");
    if (this.mode === "page") {
      takeOver(this);
      if (freshlyCome()) addEventListener("load", () => this.shell.toEnd(), { once: true });
    }
    const page = onPageLanguage(() => this.draw());
    const back = () => this.conversation?.exchanges.at(-1)?.state === "failed" && this.shell.say(this.words.online);
    const away = () => this.mode === "page" && location.hash && this.begun && this.fresh();
    window.addEventListener("online", back);
    window.addEventListener("hashchange", away);
    this.forget = () => {
      page();
      window.removeEventListener("online", back);
      window.removeEventListener("hashchange", away);
    };
  }

  disconnectedCallback(): void {
    this.forget();
    release(this);
    this.removeAttribute("popover");
    this.conversation?.stop();
    this.conversation = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.conversation || before === now) return;
    if (name === "open") this.turn(now !== null);
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
    return this.hasAttribute("open") || this.mode !== "floating";
  }

  set open(wanted: boolean) {
    this.toggleAttribute("open", wanted);
  }

  private get mode(): Mode {
    const position = this.getAttribute("position");
    return position === "inline" || position === "page" ? position : "floating";
  }

  private get begun(): boolean {
    return this.conversation!.exchanges.length > 0;
  }

  /** Open or close the panel; of those in one corner one is open, and it lies above the buttons of the others. */
  private turn(open: boolean): void {
    if (open && this.mode === "floating") {
      corner(this).forEach((other) => (other.open = false));
      if (this.matches(":popover-open")) {
        this.hidePopover();
        this.showPopover();
      }
    }
    this.shell.show(open, true);
  }

  /** Into the top layer, where what the page does to its body – turning, clipping, fading – does not reach. */
  private raise(): void {
    if (!("showPopover" in this)) return;
    if (this.mode !== "floating") this.removeAttribute("popover");
    else if (this.popover !== "manual") {
      this.popover = "manual";
      this.showPopover();
    }
  }

  /** Take up the conversation that is kept – on the first page a new one, where `question` is not in it. */
  private connect(question?: string): void {
    this.conversation?.stop();
    const server = serverOf(this.getAttribute("server") ?? WenliChat.origin);
    loadRareCharacters(server);
    this.threads = this.mode === "page" ? (this.threads ?? new Threads()) : null;
    const said = this.threads?.keep.read().exchanges ?? [];
    const other = question ? said.every((one) => one.question !== question) : question === "" && location.hash;
    if (said.length && other) this.threads?.begin();
    const keep = this.threads?.keep ?? new Keep(claim(this, `wenli-chat ${server} ${this.id}`.trim()));
    const current = () => this.conversation === conversation; // what another was still being told is not shown here
    const conversation: Conversation = new Conversation(new Client(server), keep, () => this.words, {
      changed: (exchange) => current() && this.changed(exchange),
      ended: (exchange) => current() && this.ended(exchange),
      status: (message) => current() && this.shell.status(message, conversation.busy),
    });
    this.conversation = conversation;
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
    const given = this.mode === "page" ? adopted() : null;
    if (given) conversation.adopt(question, given);
    else conversation.ask(question);
  }

  /** On the first page: an empty conversation, or another of those that are kept. */
  private fresh(thread = ""): void {
    if (thread) this.threads!.open(thread);
    else this.threads!.begin();
    this.asked = this.getAttribute("question") ?? "";
    this.connect();
    sayInAddress(this.conversation!.exchanges[0]?.question ?? "");
    if (thread) this.shell.toEnd();
    else this.shell.focus();
  }

  /** Everything from the state: at the start, and when the language or the position changes. */
  private draw(): void {
    const conversation = this.conversation;
    if (!conversation) return;
    const above = this.mode === "floating" ? corner(this, true).length : 0;
    this.shell = new Shell(this.words, this.language, this.mode, above, conversation.draft, {
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
      save: (kind) => takeAlong(kind, conversation, this.words, this.language),
      cited: (chip) => this.cited(chip),
      threads: this.threads && {
        threads: this.threads,
        begin: () => this.fresh(),
        open: (id) => this.fresh(id),
        remove: (id) => this.drop(id),
      },
    });
    this.root.adoptedStyleSheets = [SHEET, this.shell.sheet];
    this.root.replaceChildren(this.shell.element);
    this.raise();
    this.views.clear();
    this.shell.begun(this.begun);
    if (this.mode === "page") chatting(this.begun);
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
      if (this.mode === "page" && exchange === this.conversation!.exchanges.at(-1)) this.said();
    }
    this.shell.follow(exchange.state === "asking");
  }

  /** The first page makes room for what is said, and its address says what it was. */
  private said(): void {
    this.shell.begun(true);
    chatting(true);
    sayInAddress(this.conversation!.exchanges[0]!.question);
  }

  private drop(thread: string): void {
    const current = thread === this.threads!.current;
    if (current) this.conversation!.clear();
    this.threads!.remove(thread);
    if (current) this.fresh();
  }

  /** What a marker in an answer stands for. */
  private cited(chip: HTMLElement): [Citation, Lang] | null {
    const shown = [...this.views].find(([, view]) => view.element.contains(chip));
    const citation = shown?.[0].citations.find((one) => String(one.index) === chip.textContent);
    return citation ? [citation, shown![0].lang] : null;
  }

  private ended(exchange: Exchange): void {
    const view = this.views.get(exchange);
    if (!view) return;
    this.shell.begun(true);
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
}
