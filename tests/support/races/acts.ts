import { expireAccessTokens, passResendPause } from '../server/database/age-rows.ts';
import { differentCode } from '../server/sign-up-steps.ts';
import type { Filling, View } from './page-controls.ts';
import { mailedCodes, mailsArrive, PASSWORD } from './starts.ts';
import type { Tab } from './tabs.ts';
import { noteTyped, type Texts, WIZARD, type World } from './world.ts';

/** Something that the user does in a tab. */
interface Act {
  /** How often it is tried. */
  weight: number;
  /** Whether the tab offers it now. */
  isOffered(world: World, tab: Tab): boolean;
  perform(world: World, tab: Tab): Promise<unknown>;
}

const TABS_MAX = 3;
const FORMS: readonly View[] = [
  ...WIZARD,
  'address',
  'code',
  'verified',
  'password',
  'loginCode',
  'offer',
];

const isForm = (_world: World, { seen }: Tab): boolean => FORMS.includes(seen.view);
const isOnSite = (_world: World, { seen }: Tab): boolean =>
  !['elsewhere', 'leaving', 'other'].includes(seen.view);

const latestCode = (world: World): string => mailedCodes(world.track.site).at(-1) ?? '';

const askForCode = async (world: World, { number }: Tab): Promise<void> => {
  world.codesAsked.set(number, (world.codesAsked.get(number) ?? 0) + 1);
  await passResendPause(world.track.site.db);
};

const press = ({ track }: World, tab: Tab, name: string) =>
  track.browser.ask(tab, (what: string) => globalThis.controls.press(what), name);

const type = ({ track }: World, tab: Tab, ...typed: [name: string, text: string]) =>
  track.browser.ask(
    tab,
    ([name, text]: [string, string]) => globalThis.controls.type(name, text),
    typed,
  );

const enterCode = ({ track }: World, tab: Tab, code: string) =>
  track.browser.ask(tab, (what: string) => globalThis.controls.enterCode(what), code);

const fieldsOf: Partial<Record<View, string[]>> = {
  company: ['company', 'website'],
  about: ['name'],
  allSet: ['about', 'display-name'],
};

const goOn = async (world: World, tab: Tab): Promise<void> => {
  const { view, texts, hasBoxes } = tab.seen;
  if (view === 'address' || (view === 'loginCode' && !hasBoxes)) await askForCode(world, tab);
  if (hasBoxes) await mailsArrive(world.track.site);
  // Each tab has a password of its own, where one is chosen.
  const password = view === 'about' ? `${PASSWORD} ${tab.number}` : PASSWORD;
  const filling: Filling = {
    ...world.track.filling,
    texts: { company: world.nextText(), website: 'acme.example', name: world.nextText() },
    password,
    code: latestCode(world),
  };
  const values: Texts = { ...filling.texts, ...(view === 'about' && { password }) };
  const isFilledIn = !tab.seen.isReadOnly && !tab.seen.isIncomplete;
  if (WIZARD.includes(view) && isFilledIn)
    noteTyped(
      world,
      tab,
      Object.fromEntries(Object.entries(values).filter(([name]) => texts[name] === '')),
    );
  await world.track.browser.ask(tab, (what: Filling) => globalThis.controls.goOn(what), filling);
};

const opening = (address: string, weight: number): Act => ({
  weight,
  isOffered: isOnSite,
  perform: ({ track }, tab) => track.browser.go(tab, address),
});

const moving = (entries: number, weight: number): Act => ({
  weight,
  isOffered: isOnSite,
  perform: ({ track }, tab) =>
    track.browser.ask(tab, (count: number) => globalThis.controls.move(count), entries),
});

/** What a user can do, by its words in a report. */
export const acts = {
  'goes on': { weight: 26, isOffered: isForm, perform: goOn },
  types: {
    weight: 7,
    isOffered: (_world, { seen }) => fieldsOf[seen.view] !== undefined && !seen.isReadOnly,
    async perform(world, tab) {
      const names = fieldsOf[tab.seen.view] ?? [];
      const typed = world.typed.get(tab.seen.document) ?? {};
      // Both fields get their turn.
      const name = names.find((other) => typed[other] === undefined) ?? names[0] ?? '';
      const text = world.nextText();
      noteTyped(world, tab, { [name]: text });
      await type(world, tab, name, text);
    },
  },
  'types a wrong code': {
    weight: 3,
    isOffered: (_world, { seen }) => seen.hasBoxes,
    perform(world, tab) {
      world.hasTypedWrongCode = true;
      return enterCode(world, tab, differentCode(latestCode(world)));
    },
  },
  'types the code before': {
    weight: 3,
    isOffered: (world, { seen }) => seen.hasBoxes && world.mailedAt.length > 1,
    perform(world, tab) {
      world.hasTypedWrongCode = true;
      return enterCode(world, tab, mailedCodes(world.track.site).at(-2) ?? '');
    },
  },
  'asks for another code': {
    weight: 12,
    isOffered: (_world, { seen }) => seen.canResend,
    async perform(world, tab) {
      await askForCode(world, tab);
      await press(world, tab, 'Resend OTP');
    },
  },
  'changes to the login by code': {
    weight: 8,
    isOffered: (_world, { seen }) => seen.view === 'password' && !seen.isBusy,
    async perform(world, tab) {
      await askForCode(world, tab);
      await type(world, tab, 'email', world.track.filling.email);
      await press(world, tab, 'Sign in using email OTP');
    },
  },
  'changes to the password': {
    weight: 1,
    isOffered: (_world, { seen }) => seen.view === 'loginCode' && !seen.isBusy,
    perform: (world, tab) => press(world, tab, 'Sign in using password'),
  },
  'goes back': moving(-1, 6),
  'goes forward': moving(1, 1),
  reloads: {
    weight: 4,
    isOffered: isOnSite,
    perform: ({ track }, tab) => track.browser.ask(tab, () => location.reload(), undefined),
  },
  'is closed': {
    weight: 1,
    isOffered: (world) => world.track.browser.tabs().filter(({ isOpen }) => isOpen).length > 1,
    async perform(_world, tab) {
      tab.isOpen = false;
      await tab.page.close();
    },
  },
  'opens another tab': {
    weight: 2,
    isOffered: (world, tab) => isOnSite(world, tab) && world.track.browser.tabs().length < TABS_MAX,
    perform: ({ track }, { page }) => {
      const { pathname, hash } = new URL(page.url());
      return track.browser.open(`${pathname}${hash}`);
    },
  },
  'opens the sign-up': opening('/#/checkout', 2),
  'opens the login': opening('/#/login', 2),
  'opens the app': opening('/app/', 4),
  'logs out': {
    weight: 14,
    isOffered: (_world, { seen }) => seen.view === 'app',
    perform(world, tab) {
      world.loggedOutIn.add(tab.seen.document);
      return press(world, tab, 'Log out');
    },
  },
  'has waited for a quarter of an hour': {
    weight: 4,
    isOffered: ({ track }) => track.gate.held().length === 0,
    perform: ({ track }) => expireAccessTokens(track.site.db),
  },
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;

export const actOf = (name: ActName): Act => acts[name];
