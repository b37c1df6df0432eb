import { useSyncExternalStore } from 'react';

/** What the address names: a chart, and the actor that is watched where one was chosen. */
export interface Address {
  chart: string;
  actor: string | undefined;
}

const subscribe = (tell: () => void): (() => void) => {
  addEventListener('hashchange', tell);
  return () => removeEventListener('hashchange', tell);
};

/** What was typed by hand may be no encoding at all; then it is the name of no chart. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** `#/login?actor=k3j/x:4`, or the same with the query before the hash. */
export const parseAddress = (hash: string, search: string): Address => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const actor = new URLSearchParams(query).get('actor') ?? new URLSearchParams(search).get('actor');
  return { chart: decoded(path), actor: actor ?? undefined };
};

/** The address of a chart, or of one of its actors. */
export const hrefOf = (chart: string, actor?: string): string =>
  `#/${encodeURIComponent(chart)}${actor === undefined ? '' : `?actor=${encodeURIComponent(actor)}`}`;

/** What the address names now. */
export const useAddress = (): Address =>
  parseAddress(
    useSyncExternalStore(subscribe, () => location.hash),
    location.search,
  );
