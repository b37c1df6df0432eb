/**
 * wouter's own hash hook keeps a query inside the hash as part of the path; this one doesn't, and
 * counts a query on either side of the hash (`/?section=faq#/`, `/#/?section=faq`).
 */

/** Has `changed` called whenever the address is another one; returns how to stop. */
export const watchLocation = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  addEventListener('popstate', changed);
  return () => {
    removeEventListener('hashchange', changed);
    removeEventListener('popstate', changed);
  };
};

const partsOf = (hash: string): [path: string, search: string] => {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return [`/${path.replace(/\/$/, '')}`, search];
};

/** The path that a hash names: `/demo` for `#/demo?x=y`. */
export const pathIn = (hash: string): string => partsOf(hash)[0];

export const currentPath = (): string => pathIn(location.hash);

/** Both queries as one; the one inside the hash wins. */
export const currentSearch = (): string => {
  const merged = new URLSearchParams(location.search);
  for (const [key, value] of new URLSearchParams(partsOf(location.hash)[1])) merged.set(key, value);
  return merged.toString();
};

/** Moves a value of the query before the hash into the hash, which the next link replaces. */
export const keepInHash = (key: string): void => {
  const before = new URLSearchParams(location.search);
  const value = before.get(key);
  if (value === null) return;
  before.delete(key);
  const [path, search] = partsOf(location.hash);
  const within = new URLSearchParams(search);
  if (!within.has(key)) within.set(key, value);
  const query = before.size > 0 ? `?${before}` : '';
  history.replaceState(history.state, '', `${location.pathname}${query}#${path}?${within}`);
};

/**
 * Goes to a path of ours, with navigation state if there is some. Who is there with that already, by
 * a link that was pressed twice, gets no second entry in the history.
 */
export const navigate = (
  path: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void => {
  const oldURL = location.href;
  const isThere =
    location.hash === `#${path}` && JSON.stringify(history.state) === JSON.stringify(state);
  history[replace || isThere ? 'replaceState' : 'pushState'](state, '', `#${path}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
};
