// The few characters that common fonts lack. A font named in a shadow root is not looked up, so the page gets it; the
// file is fetched only where such a character stands.

const RANGES = "U+3400-4DBF, U+9FA6-9FFF, U+E000-FAFF, U+20000-3FFFF";
const known = new Set<string>();

export function loadRareCharacters(server: string): void {
  if (known.has(server)) return;
  known.add(server);
  const source = `url("${server}/static/fonts/wenli-rare.woff2") format("woff2")`;
  document.fonts.add(new FontFace("Wenli Rare", source, { unicodeRange: RANGES, display: "swap" }));
}
