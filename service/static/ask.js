// Asking with a stream: answers appear as they are written, then laid out with their evidence.
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
  const STRONG = 2; // pieces of evidence that stand open; the others are folded
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

  // Only now is it known which [n] are markers, and what they rest on: the same form as templates/answered.html.
  function finish(exchange, data) {
    const { citations, article, answer } = exchange;
    const known = new Set(citations.map((citation) => citation.index));
    answer.lang = data.lang;
    answer.replaceChildren(...stretches(data.lead || exchange.text.split("\n\n[1] ")[0], exchange, known));
    article.append(make("p", { class: "grounding " + data.grounding }, words[data.grounding]));
    const shown = (list, letter) => make("ol", { class: "evidence" }, ...list.map((one) => piece(exchange, one, letter, data.lang)));
    if (citations.length) {
      const checked = make("span", { class: "detail" }, words.checked);
      article.append(make("h3", {}, words.evidence + " ", checked), shown(citations.slice(0, STRONG), "c"));
    }
    if (citations.length > STRONG) {
      const summary = make("summary", {}, words.moreEvidence.replace("{}", citations.length - STRONG));
      article.append(make("details", { class: "more-evidence" }, summary, shown(citations.slice(STRONG), "c")));
    }
    if (data.related?.length) {
      const alone = data.grounding === "related";
      const also = make("details", { class: "also" }, make("summary", {}, alone ? words.relatedTitle : words.also));
      also.open = alone;
      also.append(shown(data.related, "r"));
      article.append(also);
    }
  }

  // Lines are paragraphs; lines that begin with a number are the steps of a walk-through.
  function stretches(lead, exchange, known) {
    const found = [];
    for (const line of lead.trim().split("\n").filter((one) => one.trim())) {
      const step = /^\s*(\d+)[.、．]\s*(.*)$/.exec(line);
      if (!step) found.push(make("p", {}, ...told(line, exchange, known)));
      else {
        if (found.at(-1)?.localName !== "ol") found.push(make("ol", { start: step[1] }));
        found.at(-1).append(make("li", {}, ...told(step[2], exchange, known)));
      }
    }
    return found;
  }

  const told = (text, exchange, known) =>
    text.split(/(\[\d+\])/).map((part) => {
      const index = Number(part.slice(1, -1));
      if (!/^\[\d+\]$/.test(part) || !known.has(index)) return part;
      const marker = make("a", { class: "marker", href: "#" + pieceId(exchange, "c", index) }, part);
      marker.setAttribute("aria-label", words.source + " " + index);
      return marker;
    });

  const pieceId = (exchange, letter, index) => "x" + exchange.number + letter + index;

  function piece(exchange, cited, letter, lang) {
    const shown = make("li", { id: pieceId(exchange, letter, cited.index), class: cited.speaker ? "piece said" : "piece" });
    if (letter === "c") shown.append(make("span", { class: "mark", "aria-hidden": "true" }, cited.index));
    const pair = make("div", { class: "pair" }, make("blockquote", { lang: "zh-Hant" }, cited.cited_text));
    if (cited.translation) pair.append(make("p", { class: "meaning", lang }, cited.translation));
    shown.append(pair);
    if (cited.converted) {
      shown.append(make("p", { class: "whence" }, words.inScript + " ", make("span", { lang: "zh-Hans" }, cited.converted)));
    }
    const who = cited.speaker || (cited.layer === "記" ? words.record : words.baseText);
    const context = make("a", { class: "context", href: inLanguage(cited.url) });
    context.append(make("span", { class: "visually-hidden" }, words.inContext + " "), make("span", { class: "ref" }, cited.ref));
    const tag = make("span", cited.speaker ? { class: "tag", lang } : { class: "tag" }, who);
    const whence = make("p", { class: "whence" }, tag, " ", make("span", { lang }, cited.place), " ", context);
    const details = make("details", {}, make("summary", {}, words.inPassage));
    details.addEventListener("toggle", () => details.open && widen(details, whence, cited), { once: true });
    shown.append(whence, details);
    return shown;
  }

  const inLanguage = (url) => {
    const [path, mark] = url.split("#");
    return `${path}?lang=${document.documentElement.lang}${mark ? "#" + mark : ""}`;
  };

  // Around the words cited, the whole passage; offsets count code points, so the text is taken apart by them.
  async function widen(details, whence, cited) {
    const quote = make("blockquote", { lang: "zh-Hant" }, make("mark", {}, cited.cited_text));
    details.append(make("p", { class: "whence", lang: "zh-Hant" }, cited.label), quote);
    try {
      const response = await fetch("/v1/passages/" + encodeURIComponent(cited.ref));
      const passage = await response.json();
      if (passage.stage_url) {
        const href = `${passage.stage_url}&lang=${document.documentElement.lang}`;
        whence.append(" · ", make("a", { class: "to-stage", href }, words.stageOpen));
      }
      const units = [...passage.witnesses, ...passage.commentary];
      const unit = units.find((one) => one.ref === cited.ref && one.witness === cited.witness);
      const points = Array.from(unit.text);
      quote.lang = "zh-" + unit.script;
      quote.prepend(points.slice(0, cited.start).join(""));
      quote.append(points.slice(cited.end).join(""));
    } catch {
      // The words cited stand there already; without the rest the block is still true.
    }
  }

  // A marker leads to its block, whoever wrote the page; what is folded around it unfolds.
  document.addEventListener("click", (event) => {
    const marker = event.target.closest("a.marker");
    const block = marker && document.querySelector(marker.getAttribute("href"));
    if (!block) return;
    event.preventDefault(); // following the link would take the focus away again
    const folded = block.closest("details");
    if (folded) folded.open = true;
    block.tabIndex = -1;
    block.scrollIntoView({ block: "nearest" });
    block.focus({ preventScroll: true });
  });
})();
