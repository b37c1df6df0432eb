import { CODE_SUBJECT } from '../server/mail/caught-mail.ts';
import type { RaceBrowser } from './browser.ts';
import type { TextField } from './person.ts';
import type { Tab } from './tab.ts';

/** What the visitor typed in a document, by field. */
type Typed = Partial<Record<TextField | 'password', string>>;

/**
 * What the visitor has done and may rely on: the reference that the rules compare the product with. It follows
 * from the specification only.
 */
export interface World {
  browser: RaceBrowser;
  /** The address of the sign-up; that of the account, where the run starts with one. */
  email: string;
  password: string;
  /** What was typed, by tab and document. */
  typed: Map<string, Typed>;
  /** What was typed last in any tab of the sign-up: a reload brings it back. */
  latest: Typed;
  /** Whether the sign-up is over: finished in a tab, or logged out. */
  isOver: boolean;
  /** How often codes were asked for, by tab and document. */
  codesAsked: Map<string, number>;
  /** The documents, by tab and document, in which Log out was pressed. */
  loggedOutIn: Set<string>;
  /** Faults that were seen in the moment of a step. */
  faults: string[];
  /** The next text that is typed. */
  nextText(): string;
}

export const keyOf = ({ number, documents }: Tab): string => `${number}/${documents}`;

export const createWorld = (browser: RaceBrowser): World => {
  let texts = 0;
  return {
    browser,
    email: `asha@${browser.visitor.domain}`,
    password: 'quiet lantern river',
    typed: new Map(),
    latest: {},
    isOver: false,
    codesAsked: new Map(),
    loggedOutIn: new Set(),
    faults: [],
    nextText() {
      texts += 1;
      return `text ${texts}`;
    },
  };
};

/** The codes that were mailed to the visitor, oldest first. */
export const mailedCodes = ({ browser, email }: World): string[] =>
  browser.server.mailbox.all
    .filter(({ to, subject }) => to === email && CODE_SUBJECT.test(subject))
    .map(({ text }) => text.slice(0, 6));

/** Notes that the visitor typed a text. */
export const noteTyped = (world: World, tab: Tab, typed: Typed): void => {
  world.typed.set(keyOf(tab), { ...world.typed.get(keyOf(tab)), ...typed });
  const { password, ...stored } = typed;
  if (!world.isOver) Object.assign(world.latest, stored);
};

export const noteCodeAsked = (world: World, tab: Tab): void => {
  world.codesAsked.set(keyOf(tab), (world.codesAsked.get(keyOf(tab)) ?? 0) + 1);
};
