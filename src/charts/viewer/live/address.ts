import { useSyncExternalStore } from 'react';

/** The chart and the chosen actor in the URL of the page. */
export interface Address {
  chart: string;
  /** Key of the actor; undefined when none is chosen. */
  actor: string | undefined;
}

const subscribe = (onChange: () => void): (() => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Decodes a path; returns one with an invalid percent-encoding as it is. */
const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Parses `#/login?actor=k3j/x:4`; the query may also stand before the hash. */
export const parseAddress = (hash: string, search: string): Address => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const actor = new URLSearchParams(query).get('actor') ?? new URLSearchParams(search).get('actor');
  return { chart: decodePath(path), actor: actor ?? undefined };
};

/** The URL of a chart, or of one of its actors. */
export const hrefOf = (chart: string, actor?: string): string =>
  `#/${encodeURIComponent(chart)}${actor === undefined ? '' : `?actor=${encodeURIComponent(actor)}`}`;

/** The current address; renders again when the hash changes. */
export const useAddress = (): Address =>
  parseAddress(
    useSyncExternalStore(subscribe, () => location.hash),
    location.search,
  );
