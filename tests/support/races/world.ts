import { type CallName, callNames } from '#contract/calls/all-calls.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Exchange } from './gate.ts';
import type { View } from './page-controls.ts';
import { mailedCodes, type RaceTrack } from './starts.ts';
import type { Tab } from './tabs.ts';

/** Texts by the names of their fields. */
export type Texts = Record<string, string>;

/**
 * What the user has done and may rely on: the reference that the rules compare the product with. It follows from
 * the specification only.
 */
export interface World {
  track: RaceTrack;
  /** What was typed, by document. */
  typed: Map<string, Texts>;
  /** What was typed last in any tab of the sign-up: a reload brings it back. */
  latest: Texts;
  /** Whether the sign-up is over: finished in a tab, or logged out. */
  isOver: boolean;
  /** How often a code was asked for, by tab. */
  codesAsked: Map<number, number>;
  /** The documents in which Log out was pressed. */
  loggedOutIn: Set<string>;
  /** Whether a code was typed that is wrong or replaced. */
  hasTypedWrongCode: boolean;
  /** What the tabs have said. */
  notices: Set<string>;
  /** The number of the event by which each code was mailed. */
  mailedAt: number[];
  faults: string[];
  /** What happened in the present step. */
  log: string[];
  /** The next text that is typed. */
  nextText(): string;
}

export const createWorld = (track: RaceTrack): World => {
  let texts = 0;
  const world: World = {
    track,
    typed: new Map(),
    latest: {},
    isOver: false,
    codesAsked: new Map(),
    loggedOutIn: new Set(),
    hasTypedWrongCode: false,
    notices: new Set(),
    mailedAt: mailedCodes(track.site).map(() => 0),
    faults: [],
    log: [],
    nextText() {
      texts += 1;
      return `Text ${texts}`;
    },
  };
  return world;
};

export const openTabs = ({ track }: World): Tab[] =>
  track.browser.tabs().filter(({ isOpen }) => isOpen);

const patterns = callNames.map((name) => {
  const [method, path] = endpoints[name];
  return { name, method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) };
});

/** The call of the API that an exchange is; undefined for a page of the application. */
export const callOf = ({ method, path }: Exchange): CallName | undefined =>
  patterns.find((pattern) => pattern.method === method && pattern.path.test(path))?.name;

export const exchangesOf = ({ track }: World, ...names: CallName[]): Exchange[] =>
  track.gate.exchanges().filter((exchange) => {
    const call = callOf(exchange);
    return call !== undefined && names.includes(call);
  });

/** The exchanges that the server has accepted. */
export const accepted = (world: World, ...names: CallName[]): Exchange[] =>
  exchangesOf(world, ...names).filter(({ status }) => status === 200);

/** Notes what the user typed in a tab. */
export const noteTyped = (world: World, { seen }: Tab, texts: Texts): void => {
  world.typed.set(seen.document, { ...world.typed.get(seen.document), ...texts });
  const { password, ...stored } = texts;
  if (!world.isOver) Object.assign(world.latest, stored);
};

export const WIZARD: readonly View[] = ['company', 'about', 'allSet'];

const seenEnds = new WeakMap<World, { ends: number; begins: number }>();

/** Notes what the user may no longer rely on: a finished or logged-out sign-up brings no text back. */
export const noteEvents = (world: World): void => {
  const known = seenEnds.get(world) ?? { ends: 0, begins: 0 };
  const finished = world.track.gate.exchanges().filter(({ path }) => path === '/app/jobs/new');
  const loggedOut =
    world.loggedOutIn.size > 0
      ? accepted(world, 'logout').filter(({ deliveredAt }) => deliveredAt !== undefined)
      : [];
  const ends = finished.length + loggedOut.length;
  const begins = accepted(world, 'verifySignUpCode').length;
  if (ends > known.ends) {
    world.isOver = true;
    world.latest = {};
  } else if (begins > known.begins) world.isOver = false;
  seenEnds.set(world, { ends, begins });
  const codes = mailedCodes(world.track.site);
  while (world.mailedAt.length < codes.length) world.mailedAt.push(world.track.gate.events());
  for (const { seen } of openTabs(world)) {
    for (const notice of seen.notices) world.notices.add(notice);
    // A new document brings back what was typed before it was opened.
    if (seen.document !== '' && !world.typed.has(seen.document))
      world.typed.set(seen.document, { ...world.latest });
  }
};
