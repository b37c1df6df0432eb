/** Letters with a meaning of their own to Mermaid, to Markdown inside it, or to HTML. */
const SPECIAL = /[#:;"<>&{}*`$%\\|]/g;

/** A label as Mermaid shows it letter by letter. */
export const escapeLabel = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(SPECIAL, (letter) => `#${letter.charCodeAt(0)};`);

/** Gives out names that are unique for all of Mermaid's scopes, the same one for the same id. */
export const createNames = () => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (id: string): string => {
    const before = names.get(id);
    if (before) return before;
    // An underscore at the front keeps apart what Mermaid knows as words: end, note, state.
    const plain = `_${id.replaceAll(/\W+/g, '_')}`;
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
    names.set(id, name);
    taken.add(name);
    return name;
  };
};
