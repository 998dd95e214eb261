// Where elements of one page stand and what they keep, when there are several.

const FLOATING = new Set<HTMLElement & { open: boolean }>();
const KEYS = new Map<string, HTMLElement>();

/** The name under which an element keeps its conversation: the second on a page, without an id, has its own. */
export function claim(element: HTMLElement & { open: boolean }, name: string): string {
  FLOATING.add(element);
  for (const [key, owner] of KEYS) if (owner === element) KEYS.delete(key);
  let key = name;
  for (let n = 2; KEYS.has(key); n++) key = `${name} #${n}`;
  KEYS.set(key, element);
  return key;
}

export function release(element: HTMLElement & { open: boolean }): void {
  FLOATING.delete(element);
  for (const [key, owner] of KEYS) if (owner === element) KEYS.delete(key);
}

/** The others in the corner of an element; with `before` only those that were there first. */
export function corner(element: HTMLElement & { open: boolean }, before = false): (HTMLElement & { open: boolean })[] {
  const all = [...FLOATING];
  const side = (one: Element): string => one.getAttribute("position") ?? "bottom-right";
  const first = before ? all.slice(0, all.indexOf(element)) : all;
  return first.filter((one) => one !== element && side(one) === side(element));
}
