/** Characters that are special in Mermaid, in Markdown labels or in HTML. */
const SPECIAL = /[#:;"<>&{}*`$%\\|]/g;

/** Escapes a label for Mermaid. */
export const escapeLabel = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(SPECIAL, (letter) => `#${letter.charCodeAt(0)};`);

/** Returns a function that maps an id to a unique Mermaid name, stable per id. */
export const createNames = () => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (id: string): string => {
    const before = names.get(id);
    if (before) return before;
    // The leading underscore avoids Mermaid's keywords: end, note, state.
    const plain = `_${id.replaceAll(/\W+/g, '_')}`;
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
    names.set(id, name);
    taken.add(name);
    return name;
  };
};
