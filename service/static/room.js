// The reading room with script: setting without a new page, words explained in place, leafing by arrow keys.
// Without it the form asks the server, words lead to the glossary, and links lead on.
"use strict";
(() => {
  const root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // Setting: the address and the browser remember it; "" means the usual.
  const form = document.querySelector("form.view");
  const boxes = form ? [...form.querySelectorAll("input[type=checkbox]")] : [];
  for (const box of boxes) box.checked = root.dataset[box.name] === box.value;
  const sheet = document.querySelector(".sheet");
  const reachable = () => sheet && (sheet.tabIndex = root.dataset.set === "vertical" ? 0 : -1);
  reachable();

  function set(event) {
    const url = new URL(location.href);
    for (const box of boxes) {
      if (box.checked) root.dataset[box.name] = box.value;
      else delete root.dataset[box.name];
      if (box.checked) url.searchParams.set(box.name, box.value);
      else url.searchParams.delete(box.name);
    }
    if (event.target.name === "notes") {
      for (const note of document.querySelectorAll("details.comment")) note.open = !event.target.checked;
    }
    reachable();
    history.replaceState(null, "", url);
    carry();
    try {
      localStorage.setItem("wenli.view", JSON.stringify({ ...root.dataset }));
    } catch {
      // Nothing is kept; the address still says it.
    }
  }

  // Links within the room say the setting too, so that a copied address or a new tab looks the same.
  function carry() {
    for (const link of document.querySelectorAll(".desk a[href^='/read/']:not(.permalink a), .tongues a")) {
      const url = new URL(link.href);
      for (const box of boxes) {
        if (box.checked) url.searchParams.set(box.name, box.value);
        else url.searchParams.delete(box.name);
      }
      link.href = url.pathname + url.search + url.hash;
    }
  }
  if (form) form.addEventListener("change", set);
  if (boxes.some((box) => box.checked)) carry();

  // A note that is led to opens, even where the commentary is folded.
  function reveal() {
    const id = decodeURIComponent(location.hash.slice(1));
    const aim = id && document.getElementById(id);
    const note = aim && aim.closest("details");
    if (!note || note.open) return;
    note.open = true;
    aim.scrollIntoView({ block: "nearest" });
  }
  addEventListener("hashchange", reveal);
  reveal();

  // The way through the chapter shows where one is.
  const shelf = document.querySelector("nav.contents .phases");
  const current = shelf && shelf.querySelector("[aria-current]");
  if (current && shelf.scrollHeight > shelf.clientHeight) {
    shelf.scrollTop += current.getBoundingClientRect().top - shelf.getBoundingClientRect().top - shelf.clientHeight / 3;
  }

  // Arrow keys leaf, against the way of the text in vertical lines, but leave alone whatever uses them itself.
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    if (event.target.closest("input, textarea, select, .sheet[tabindex='0'], wenli-chat")) return;
    const onward = (event.key === "ArrowRight") !== (root.dataset.set === "vertical");
    const link = document.querySelector(onward ? ".turning a[rel=next]" : ".turning a[rel=prev]");
    if (link) link.click();
  });

  // Words of the glossary: hover, focus or tap shows what they mean; Escape or leaving puts it away.
  const terms = document.getElementById("terms");
  if (!terms) return;
  const card = document.createElement("div");
  card.id = "term-card";
  card.hidden = true;
  document.getElementById("main").append(card);
  let shown = null;
  let timer = 0;

  function show(link) {
    clearTimeout(timer);
    if (shown === link) return;
    const found = [...terms.children].find((one) => one.dataset.term === link.dataset.term);
    if (!found) return;
    hide();
    const more = document.createElement("a");
    more.href = link.href;
    more.textContent = document.querySelector(".doors a[href^='/glossary']").textContent + " →";
    const last = document.createElement("p");
    last.append(more);
    card.replaceChildren(...[...found.children].map((child) => child.cloneNode(true)), last);
    card.hidden = false;
    shown = link;
    link.setAttribute("aria-describedby", card.id);
    place(link);
  }

  function place(link) {
    const box = link.getClientRects()[0];
    const below = box.bottom + card.offsetHeight + 8 < innerHeight || box.top < card.offsetHeight + 8;
    const top = below ? box.bottom + 4 : box.top - card.offsetHeight - 4;
    const left = Math.max(8, Math.min(box.left, root.clientWidth - card.offsetWidth - 8));
    card.style.top = top + scrollY + "px";
    card.style.left = left + scrollX + "px";
    if (!still.matches) card.animate([{ opacity: 0 }, { opacity: 1 }], 120);
  }

  function hide() {
    clearTimeout(timer);
    if (shown) shown.removeAttribute("aria-describedby");
    shown = null;
    card.hidden = true;
  }

  const later = (does, ms) => {
    clearTimeout(timer);
    timer = setTimeout(does, ms);
  };
  const word = (event) => event.target.closest && event.target.closest("a.term");
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = word(event);
    if (link) later(() => show(link), 250);
    else if (shown && !card.contains(event.target)) later(hide, 300);
    else if (shown) clearTimeout(timer);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const link = word(event);
    if (link && link.matches(":focus-visible")) show(link);
    else if (!card.contains(event.target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || card.hidden) return;
    if (card.contains(document.activeElement)) shown.focus();
    hide();
  });
  let touched = false;
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    if (shown && !card.contains(event.target) && word(event) !== shown) hide();
  });
  document.addEventListener("click", (event) => {
    const link = word(event);
    if (!link || !touched) return;
    event.preventDefault(); // a tap explains; the card leads on to the glossary
    show(link);
  });
})();
