import { useSyncExternalStore } from 'react';
import type { Place } from './approved-paths.ts';
import type { LiveActor } from './live-state.ts';

/** The chart in the URL of the page, and what is chosen of it. */
interface Address {
  chart: string;
  /** Key of an actor. */
  actor?: string | undefined;
  /** Path of a state. */
  state?: string | undefined;
  /** An edge, as the path generator prints it. */
  edge?: string | undefined;
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
  const [inside, before] = [new URLSearchParams(query), new URLSearchParams(search)];
  const read = (name: string) => inside.get(name) ?? before.get(name) ?? undefined;
  return {
    chart: decodePath(path),
    actor: read('actor'),
    state: read('state'),
    edge: read('edge'),
  };
};

/** The state or edge that an address names. */
export const placeOf = ({ state, edge }: Address): Place | undefined =>
  state !== undefined ? { state } : edge !== undefined ? { edge } : undefined;

/** The URL of a chart, or of one of its actors, states or edges. */
export const hrefOf = (
  chart: string,
  { actor, state, edge }: Omit<Address, 'chart'> = {},
): string => {
  const chosen = Object.entries({ actor, state, edge }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const query = new URLSearchParams(chosen).toString();
  return `#/${encodeURIComponent(chart)}${query && `?${query}`}`;
};

/** The current address; renders again when the hash changes. */
export const useAddress = (): Address =>
  parseAddress(
    useSyncExternalStore(subscribe, () => location.hash),
    location.search,
  );

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
