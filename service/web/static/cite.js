// Copying a citation: a link to a form of it puts the text on the clipboard instead of leaving the page.
// Without this script, or where there is no clipboard, the link leads to the citation itself.
"use strict";
(() => {
  if (!navigator.clipboard) return;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.(".cite a[data-copied]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const response = await fetch(link.href);
      if (!response.ok) throw new Error(response.statusText);
      await navigator.clipboard.writeText(await response.text());
    } catch {
      location.href = link.href;
      return;
    }
    let said = link.parentElement.querySelector("[role=status]");
    if (!said) {
      said = document.createElement("span");
      said.setAttribute("role", "status");
      said.className = "detail";
      link.parentElement.append(said);
    }
    said.textContent = ` ✓ ${link.textContent}: ${link.dataset.copied}`;
  });
})();
