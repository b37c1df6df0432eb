/** One entry of a tab's history. Entries that share a document differ in hash or state only. */
export interface HistoryEntry {
  url: URL;
  state: unknown;
  document: number;
}

/** The session history of a tab, as HTML 7.4 has it. The first entry is another site. */
export interface SessionHistory {
  current(): HistoryEntry;
  /** Whether the current entry is the other site. */
  hasLeft(): boolean;
  /** Whether the entry before is the other site. */
  wouldLeave(): boolean;
  push(url: URL, state: unknown): void;
  replace(url: URL, state: unknown): void;
  /** Adds the entry of a new document. */
  load(url: URL): void;
  /** Puts a new document in the place of the current one. */
  loadInstead(url: URL): void;
  /** Moves by so many entries; undefined if there is none. */
  move(delta: number): { from: HistoryEntry; to: HistoryEntry } | undefined;
}

const OTHER_SITE: HistoryEntry = {
  url: new URL('https://other.example/'),
  state: null,
  document: 0,
};

/** Script sees a copy of what it stored. */
const copyOf = (state: unknown): unknown => structuredClone(state ?? null);

export const createSessionHistory = (): SessionHistory => {
  let entries: HistoryEntry[] = [OTHER_SITE];
  let index = 0;
  let documents = 0;
  const current = () => entries[index] ?? OTHER_SITE;
  const put = (entry: HistoryEntry) => {
    entries = [...entries.slice(0, index + 1), entry];
    index = entries.length - 1;
  };
  return {
    current,
    hasLeft: () => current() === OTHER_SITE,
    wouldLeave: () => entries[index - 1] === OTHER_SITE,
    push: (url, state) => put({ url, state: copyOf(state), document: current().document }),
    replace(url, state) {
      entries[index] = { url, state: copyOf(state), document: current().document };
    },
    load(url) {
      documents += 1;
      put({ url, state: null, document: documents });
    },
    loadInstead(url) {
      documents += 1;
      entries[index] = { url, state: null, document: documents };
    },
    move(delta) {
      const from = current();
      const to = entries[index + delta];
      if (!to || delta === 0) return undefined;
      index += delta;
      return { from, to };
    },
  };
};
