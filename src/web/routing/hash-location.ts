/**
 * The location of the hash router. The query may be inside or in front of the hash: `/#/?section=faq`,
 * `/?section=faq#/`. wouter's own hash hook treats a query inside the hash as a part of the path.
 */

/** The property of `history.state` that identifies the entry. Navigation state has no such property. */
export const ENTRY_KEY = 'entryKey';

/** Calls the listener after each change of the address; returns the function that ends this. */
export const watchLocation = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
};

/** wouter decodes paths in this way. */
const decode = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

const splitHash = (hash: string): [path: string, search: string] => {
  const [, path = '', search = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return [`/${decode(path.replace(/\/$/, ''))}`, search];
};

/** The path of the current route: `/demo` for `#/demo?x=y`. */
export const currentPath = ({ hash }: Pick<Location, 'hash'> = location): string =>
  splitHash(hash)[0];

/** The query inside the hash, without `?`. */
export const hashSearch = ({ hash }: Pick<Location, 'hash'> = location): string =>
  splitHash(hash)[1];

/** Both queries merged, without `?`. A parameter inside the hash overrides one in front of it. */
export const currentSearch = (address: Pick<Location, 'search' | 'hash'> = location): string => {
  const merged = new URLSearchParams(address.search);
  for (const [key, value] of new URLSearchParams(hashSearch(address))) merged.set(key, value);
  return merged.toString();
};

/**
 * Moves a parameter from the query in front of the hash into the hash. A link to another route then
 * drops it.
 */
export const keepInHash = (key: string): void => {
  const outer = new URLSearchParams(location.search);
  const value = outer.get(key);
  if (value === null) return;
  outer.delete(key);
  const [path, search] = splitHash(location.hash);
  const inner = new URLSearchParams(search);
  if (!inner.has(key)) inner.set(key, value);
  const query = outer.size > 0 ? `?${outer}` : '';
  history.replaceState(history.state, '', `${location.pathname}${query}#${path}?${inner}`);
};

/** The state of the current entry, with a key: its own, or a new one. */
export const withEntryKey = (): { [ENTRY_KEY]: string } => {
  const key: unknown = history.state?.[ENTRY_KEY];
  const ownKey = typeof key === 'string' ? key : String(Math.random());
  return { ...history.state, [ENTRY_KEY]: ownKey };
};

/** The key in the state of the current entry. A new entry gets one. */
export const keyOfEntry = (): string => {
  const state = withEntryKey();
  if (history.state?.[ENTRY_KEY] !== state[ENTRY_KEY]) history.replaceState(state, '');
  return state[ENTRY_KEY];
};

/** Whether the current history entry has this state, apart from its key. */
const isCurrentState = (state: object | null): boolean =>
  JSON.stringify({ ...history.state, [ENTRY_KEY]: undefined }) === JSON.stringify({ ...state });

/**
 * Navigates to a path: `/checkout?plan=pro`. A navigation to the current path with the same state adds
 * no history entry: the visitor clicked a link twice.
 */
export const navigate = (
  path: string,
  { replace = false, state = null }: { replace?: boolean; state?: object | null } = {},
): void => {
  const oldURL = location.href;
  const isCurrent = location.hash === `#${path}` && isCurrentState(state);
  history[replace || isCurrent ? 'replaceState' : 'pushState'](state, '', `#${path}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
};

/** Removes a parameter from the address, in front of the hash and inside it, without a history entry. */
export const removeParameter = (key: string): void => {
  const without = (search: string): string => {
    const parameters = new URLSearchParams(search);
    parameters.delete(key);
    return parameters.size > 0 ? `?${parameters}` : '';
  };
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(location.hash) ?? [];
  const address = `${location.pathname}${without(location.search)}${path}${without(search)}`;
  history.replaceState(history.state, '', address);
};
