// How passages are set, before anything is painted: what the address says, else what the reader chose last.
// Without this script the address alone decides, and the server writes the page so.
"use strict";
(() => {
  const KEY = "wenli.view";
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const options = ["set", "aids", "notes"];
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    // A browser that keeps nothing: the address decides.
  }
  if (!options.some((name) => asked.has(name))) {
    for (const name of options) if (/^(vertical|off|closed)$/.test(kept[name])) root.dataset[name] = kept[name];
  }
  if (root.dataset.notes !== "closed") return;
  const fold = new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) {
      if (added.matches && added.matches("details.comment")) added.open = false;
    }
  });
  fold.observe(root, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => fold.disconnect());
})();
