// The stage with script: scenes follow each other without a new page, people walk their ways, keys and play lead on.
// Without it every scene is a page of its own, and the links and the form lead from one to the other.
"use strict";
(() => {
  const form = document.querySelector("form.steps");
  const stage = document.getElementById("stage");
  const view = stage.parentElement;
  const side = document.getElementById("side");
  const now = document.getElementById("now");
  const notes = document.getElementById("notes");
  const slider = form.elements.step;
  const count = form.querySelector(".count");
  const play = form.querySelector(".play");
  const larger = form.querySelector(".larger");
  const lost = document.querySelector(".lost");
  const [back, on] = [form.querySelector("[rel=prev]"), form.querySelector("[rel=next]")];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const last = Number(form.dataset.last);
  const chunk = Number(form.dataset.chunk);
  const chunks = new Map();
  const WALK = 900;
  const REST = 1100;
  let at = Number(form.dataset.now);
  let wanted = at;
  let timer = 0;
  let playing = false;

  // Scenes come in chunks: the first of a chunk is whole, of the others there is what changes.
  function fetched(from) {
    if (!chunks.has(from)) {
      const url = new URL(form.dataset.scenes, location.href);
      for (const box of form.querySelectorAll("input[type=hidden]")) url.searchParams.append(box.name, box.value);
      url.searchParams.set("step", from);
      const coming = fetch(url).then((reply) => {
        if (!reply.ok) throw new Error(reply.status);
        return reply.json();
      });
      coming.catch(() => chunks.delete(from));
      chunks.set(from, coming);
    }
    return chunks.get(from);
  }

  async function scene(number) {
    const from = number - (number % chunk);
    const layers = {};
    let found = null;
    for (const one of await fetched(from)) {
      for (const [layer, keys] of Object.entries(one.gone)) for (const key of keys) delete layers[layer][key];
      for (const [layer, own] of Object.entries(one.set)) layers[layer] = { ...layers[layer], ...own };
      found = one;
      if (one.n === number) break;
    }
    return { ...found, layers };
  }

  // What stands already stays as it is, so that only what changes moves.
  const shown = new Map();
  for (const layer of stage.querySelectorAll("[data-layer]")) shown.set(layer.dataset.layer, new Map());

  function draw(layers, walk) {
    for (const [name, was] of shown) {
      const layer = stage.querySelector(`[data-layer="${name}"]`);
      const wants = layers[name] || {};
      for (const element of [...layer.children]) if (!(element.id in wants)) element.remove();
      for (const [key, text] of Object.entries(wants)) {
        const old = document.getElementById(key);
        if (old && was.get(key) === text) continue;
        if (old) old.remove();
        layer.insertAdjacentHTML("beforeend", text);
        if (walk && name === "figures") go(layer.lastElementChild);
      }
      shown.set(name, new Map(Object.entries(wants)));
    }
  }

  function go(figure) {
    const way = (figure.dataset.way || "").split(" ").filter(Boolean).map((point) => point.split(",").map(Number));
    if (way.length < 2 || still.matches) return;
    const legs = way.slice(1).map(([x, y], n) => Math.hypot(x - way[n][0], y - way[n][1]));
    const whole = legs.reduce((sum, leg) => sum + leg, 0) || 1;
    let gone = 0;
    const frames = way.map(([x, y], n) => {
      gone += n ? legs[n - 1] : 0;
      return { transform: `translate(${x}px, ${y}px)`, offset: Math.min(1, gone / whole) };
    });
    figure.animate(frames, { duration: WALK, easing: "ease-in-out" });
  }

  // Where the picture is larger than its window, whoever acts is brought into it.
  function reveal(behavior) {
    const spot = /translate\(([\d.]+) ([\d.]+)\)/.exec(stage.querySelector("#layer-figures > .acts")?.getAttribute("transform"));
    if (!spot) return;
    const at = new DOMPoint(Number(spot[1]), Number(spot[2])).matrixTransform(stage.getScreenCTM());
    const seen = view.getBoundingClientRect();
    const off = (point, low, high) => (point < low + 60 || point > high - 60 ? point - (low + high) / 2 : 0);
    const [left, top] = [off(at.x, seen.left, seen.right), off(at.y, seen.top, seen.bottom)];
    if (left || top) view.scrollBy({ left, top, behavior });
  }

  async function show(number, walk = true) {
    wanted = Math.max(0, Math.min(last, number));
    slider.value = wanted;
    const asked = wanted;
    let found;
    try {
      found = await scene(asked);
    } catch {
      plays(false);
      lost.textContent = lost.dataset.words;
      slider.value = wanted = at; // what is shown stays true
      return;
    }
    lost.textContent = "";
    if (asked !== wanted) return;
    draw(found.layers, walk && Math.abs(asked - at) === 1);
    reveal(still.matches ? "instant" : "smooth");
    at = asked;
    const open = side.querySelector("details.in-words")?.open;
    side.innerHTML = found.side;
    const words = side.querySelector("details.in-words");
    if (words && open) words.open = true;
    now.textContent = side.querySelector(".act")?.textContent ?? "";
    document.getElementById("stage-title").textContent = found.title;
    document.getElementById("stage-desc").textContent = found.description;
    count.textContent = `${at} / ${last}`;
    if (notes) notes.hidden = at !== 0;
    back.href = address(Math.max(0, at - 1));
    on.href = address(Math.min(last, at + 1));
    for (const link of document.querySelectorAll(".exports .svg, .exports .pdf, .tongues a")) {
      const url = new URL(link.href);
      url.searchParams.set("step", at);
      url.searchParams.delete("at");
      link.href = url.pathname + url.search;
    }
    for (const box of document.querySelectorAll(".readings input[name=step]")) box.value = at;
    history.replaceState(null, "", address(at));
    const ahead = at - (at % chunk) + chunk;
    if (ahead <= last && at % chunk > chunk / 2) fetched(ahead).catch(() => {});
  }

  function address(number) {
    const url = new URL(location.href);
    url.searchParams.delete("at");
    url.searchParams.set("step", number);
    return url.pathname + url.search;
  }

  function plays(wants) {
    playing = wants;
    clearTimeout(timer);
    [play.textContent, play.dataset.pause] = wants === (play.dataset.on === "yes") ? [play.textContent, play.dataset.pause] : [play.dataset.pause, play.textContent];
    play.dataset.on = wants ? "yes" : "no";
    if (wants) next(at === last ? 0 : at + 1);
  }

  async function next(number) {
    await show(number);
    if (!playing) return;
    if (at === last) plays(false);
    else timer = setTimeout(() => next(at + 1), still.matches ? REST : WALK + REST);
  }

  larger.hidden = false;
  larger.addEventListener("click", () => {
    larger.setAttribute("aria-pressed", String(view.classList.toggle("near")));
    reveal("instant");
  });
  play.hidden = false;
  play.dataset.on = "no";
  play.addEventListener("click", () => plays(!playing));
  slider.addEventListener("input", () => {
    if (playing) plays(false);
    show(Number(slider.value), false);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const [link, by] of [[back, -1], [on, 1]]) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (playing) plays(false);
      show(wanted + by);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.closest("input, textarea, select, button, summary, wenli-chat") && event.key === " ") return;
    if (event.target.closest("input, textarea, select, wenli-chat")) return;
    const leads = { ArrowLeft: () => show(wanted - 1), ArrowRight: () => show(wanted + 1), Home: () => show(0, false), End: () => show(last, false), " ": () => plays(!playing) };
    if (!(event.key in leads)) return;
    event.preventDefault();
    if (playing && event.key !== " ") plays(false);
    leads[event.key]();
  });
  reveal("instant");
  document.documentElement.dataset.stage = "ready";
})();
