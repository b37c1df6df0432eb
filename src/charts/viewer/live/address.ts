import { useSyncExternalStore } from 'react';
import type { PageInfo } from '../broadcast/messages.ts';
import type { LiveActor } from './live-state.ts';

/** The chart and the chosen actor in the URL of the page. */
interface Address {
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

const ID_LENGTH = 4;

/** A name for a tab: its route and the last four characters of its id. */
export const tabName = (pages: PageInfo[], page: string): string => {
  const route = pages.find(({ id }) => id === page)?.route ?? 'closed';
  return `${route} ${page.slice(-ID_LENGTH)}`;
};

/**
 * Id of the chart to show when the address names none: that of the running actor that changed last.
 * `previous` stays while one of its actors runs. The first actor of a tab, the session, runs on every
 * page, so it counts only when no other actor runs.
 */
export const defaultChartId = (
  actors: LiveActor[],
  previous: string | undefined,
): string | undefined => {
  const running = actors.filter(({ isRunning, chart }) => isRunning && chart !== undefined);
  const firstOfEachPage = new Set(
    running.filter(({ page }, index) => index === running.findIndex((one) => one.page === page)),
  );
  const candidates = running.filter((actor) => !firstOfEachPage.has(actor));
  if (candidates.some(({ chart }) => chart === previous)) return previous;
  const latest = (of: LiveActor[]) => of.toSorted((a, b) => b.at - a.at)[0]?.chart;
  return latest(candidates) ?? previous ?? latest(running);
};
