// Asking with a stream: answers appear as they are written, and a citation opens its passage in place.
// Without this script the form sends ?q= and the server writes the same page.
"use strict";
(() => {
  const form = document.getElementById("ask");
  const box = document.getElementById("q");
  const button = form.querySelector("button");
  const status = document.getElementById("status");
  const exchanges = document.getElementById("exchanges");
  const words = exchanges.dataset;
  const TURNS = 6;
  const TURN_LENGTH = 4000;
  const history = [];
  let count = 0;
  box.maxLength = 2000;

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // Enter asks – but not while an input method is composing, where Enter chooses a candidate.
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const question = box.value.trim();
    if (question && !button.disabled) ask(question);
  });

  async function ask(question) {
    const exchange = begin(question);
    button.disabled = true;
    status.textContent = words.working;
    try {
      const response = await fetch("/v1/ask", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
        body: JSON.stringify({ question, history: history.slice(-TURNS), stream: true }),
      });
      if (!response.ok) throw new Error((await response.json()).detail);
      for await (const [name, data] of events(response.body)) receive(exchange, name, data);
      if (!exchange.done) throw new Error(words.failed);
      remember(question, exchange.text);
      box.value = "";
      status.textContent = words.done;
    } catch (error) {
      status.textContent = "";
      exchange.article.append(make("p", { class: "problem", role: "alert" }, error.message || words.failed));
    } finally {
      exchange.answer.setAttribute("aria-busy", "false");
      button.disabled = false;
    }
  }

  function begin(question) {
    count += 1;
    const heading = make("h2", { class: "asked" }, make("span", { class: "visually-hidden" }, words.you + ": "), question);
    const answer = make("div", { class: "answer", "aria-live": "polite", "aria-busy": "true" });
    const article = make("article", { class: "exchange" }, heading, answer);
    exchanges.append(article);
    for (const part of document.querySelectorAll("[data-before-asking]")) part.hidden = true;
    heading.scrollIntoView({ block: "start" });
    const address = new URL(location.href);
    address.searchParams.set("q", question);
    window.history.replaceState(null, "", address);
    return { number: count, article, answer, text: "", citations: [], done: false };
  }

  function remember(question, text) {
    history.push({ role: "user", content: question.slice(0, TURN_LENGTH) });
    if (text) history.push({ role: "assistant", content: text.slice(0, TURN_LENGTH) });
  }

  // Events are separated by an empty line; a chunk may end anywhere, even inside a character.
  async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      buffer += value;
      let end;
      while ((end = buffer.indexOf("\n\n")) >= 0) {
        const lines = buffer.slice(0, end).split("\n");
        buffer = buffer.slice(end + 2);
        const name = lines.find((line) => line.startsWith("event: "));
        const data = lines.find((line) => line.startsWith("data: "));
        if (name && data) yield [name.slice(7), JSON.parse(data.slice(6))];
      }
    }
  }

  function receive(exchange, name, data) {
    if (name === "delta") {
      exchange.text += data.text;
      exchange.answer.append(data.text);
    } else if (name === "citations") {
      exchange.citations = data.citations;
    } else if (name === "done") {
      exchange.done = true;
      finish(exchange, data);
    } else if (name === "error") {
      throw new Error(data.detail);
    }
  }

  // Only now is it known which [n] are markers: put links in their places and the cards below.
  function finish(exchange, data) {
    const known = new Set(exchange.citations.map((citation) => citation.index));
    const parts = exchange.text.split(/(\[\d+\])/).map((part) => {
      const index = Number(part.slice(1, -1));
      if (!/^\[\d+\]$/.test(part) || !known.has(index)) return part;
      const marker = make("a", { class: "marker", href: "#" + cardId(exchange, index) }, part);
      marker.setAttribute("aria-label", words.source + " " + index);
      return marker;
    });
    exchange.answer.lang = data.lang;
    exchange.answer.replaceChildren(...parts);
    exchange.article.append(make("p", { class: "grounding " + data.grounding }, words[data.grounding]));
    if (!exchange.citations.length) return;
    const cards = exchange.citations.map((citation) => card(exchange, citation));
    exchange.article.append(make("h3", {}, words.sources), make("ol", { class: "cards" }, ...cards));
  }

  const cardId = (exchange, index) => "x" + exchange.number + "c" + index;

  function card(exchange, citation) {
    const summary = make(
      "summary", {},
      make("span", { class: "number" }, "[" + citation.index + "]"), " ",
      make("span", { lang: "zh-Hant" }, citation.label), " ",
      make("span", { class: "tag", lang: "zh-Hant" }, citation.commentator || citation.layer),
    );
    const quote = make("blockquote", { lang: "zh-Hant" }, make("mark", {}, citation.cited_text));
    const context = make("a", { class: "context", href: citation.url }, words.inContext + " ");
    context.append(make("span", { class: "ref" }, citation.ref));
    const details = make("details", {}, summary, quote, context);
    details.addEventListener("toggle", () => details.open && widen(quote, citation), { once: true });
    return make("li", { id: cardId(exchange, citation.index) }, details);
  }

  // Around the words cited, the whole passage; offsets count code points, so the text is taken apart by them.
  async function widen(quote, citation) {
    try {
      const response = await fetch("/v1/passages/" + encodeURIComponent(citation.ref));
      const passage = await response.json();
      const units = [...passage.witnesses, ...passage.commentary];
      if (passage.stage_url) {
        const lang = document.documentElement.lang;
        const stage = make("a", { class: "to-stage", href: `${passage.stage_url}&lang=${lang}` }, words.stageOpen);
        quote.closest("details").append(" · ", stage);
      }
      const unit = units.find((one) => one.ref === citation.ref && one.witness === citation.witness);
      const points = Array.from(unit.text);
      quote.lang = "zh-" + unit.script;
      quote.prepend(points.slice(0, citation.start).join(""));
      quote.append(points.slice(citation.end).join(""));
    } catch {
      // The words cited stand there already; without the rest the card is still true.
    }
  }

  // A marker opens its card, whoever wrote the page.
  document.addEventListener("click", (event) => {
    const marker = event.target.closest("a.marker");
    if (!marker) return;
    const details = document.querySelector(marker.getAttribute("href") + " details");
    if (!details) return;
    event.preventDefault(); // following the link would take the focus away again
    details.open = true;
    details.scrollIntoView({ block: "nearest" });
    details.querySelector("summary").focus({ preventScroll: true });
  });
})();
