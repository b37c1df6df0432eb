import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { ACCESS_LIFETIME_MS } from '#server/auth/sessions/lifetimes.ts';
import { differentCode } from '../server/sign-up-steps.ts';
import { fieldsOf, isBusy, isWizardStep, otherFields, type Seen, type View } from './person.ts';
import type { Tab } from './tab.ts';
import { keyOf, mailedCodes, noteCodeAsked, noteTyped, type World } from './world.ts';

/** Something that a visitor does in a tab. */
interface Act {
  /** Whether the tab offers it now. */
  isOffered(world: World, tab: Tab, seen: Seen): boolean;
  perform(world: World, tab: Tab, seen: Seen): void | Promise<void>;
}

const logo = new File(['logo'], 'logo.png', { type: 'image/png' });
let logoFile: File = logo;

/** Sets the file that is chosen as the logo of a company. */
export const setLogo = (file: File): void => {
  logoFile = file;
};

const askForCode = (world: World, tab: Tab, { form, otp }: Seen): void => {
  noteCodeAsked(world, tab);
  (otp ?? form)?.send({ type: 'code.requested' });
};

const typeCode = ({ otp }: Seen, code: string): void => otp?.send({ type: 'code.changed', code });

const latestCode = (world: World): string => mailedCodes(world).at(-1) ?? '';

const fillEmail = ({ email }: World, { form }: Seen): void => {
  if (form?.getSnapshot().context.email === '') form.send({ type: 'email.changed', email });
};

const typeText = (world: World, tab: Tab, { form }: Seen, fields: Record<string, string>): void => {
  form?.send({ type: 'field.changed', fields });
  noteTyped(world, tab, fields);
};

const isReadOnly = ({ form }: Seen): boolean => form?.getSnapshot().matches('readOnly') ?? false;

/** Fills in what is empty, as somebody does who wants to go on. */
const fillCompany = (world: World, tab: Tab, seen: Seen): void => {
  const { form } = seen;
  const { fields, logo: chosen, logoAddress } = form?.getSnapshot().context ?? {};
  if (fields.name === '') typeText(world, tab, seen, { name: world.nextText() });
  if (fields.website === '') typeText(world, tab, seen, { website: 'acme.example' });
  if (fields.departments.length === 0) form?.send({ type: 'field.changed', fields: otherFields });
  if ((chosen ?? logoAddress) === undefined)
    form?.send({ type: 'logo.chosen', logo: { file: logoFile, isDropped: false } });
};

const typePassword = (world: World, tab: Tab, { form }: Seen): void => {
  const password = `${world.password} ${tab.number}`;
  form?.send({ type: 'password.changed', password });
  noteTyped(world, tab, { password });
};

const fillPerson = (world: World, tab: Tab, seen: Seen): void => {
  const { fields, password } = seen.form?.getSnapshot().context ?? {};
  if (fields.personName === '') typeText(world, tab, seen, { personName: world.nextText() });
  if (password === '') typePassword(world, tab, seen);
};

/** Goes on from each view by its main button. */
const main: Partial<Record<View, Act['perform']>> = {
  address(world, tab, seen) {
    fillEmail(world, seen);
    askForCode(world, tab, seen);
  },
  code: (world, _tab, seen) => typeCode(seen, latestCode(world)),
  verified(_world, _tab, { form }) {
    form?.send({ type: 'terms.accepted' });
    form?.send({ type: 'trial.started' });
  },
  company(world, tab, seen) {
    if (!isReadOnly(seen)) fillCompany(world, tab, seen);
    seen.form?.send({ type: 'company.submitted' });
  },
  about(world, tab, seen) {
    const { form } = seen;
    if (form?.getSnapshot().matches({ open: { account: 'incomplete' } })) {
      form.send({ type: 'creation.retried' });
      return;
    }
    if (!isReadOnly(seen)) fillPerson(world, tab, seen);
    form?.send({ type: 'person.submitted' });
  },
  allSet: (_world, _tab, { form }) => form?.send({ type: 'profile.submitted' }),
  password(world, _tab, seen) {
    fillEmail(world, seen);
    seen.form?.send({ type: 'password.changed', password: world.password });
    seen.form?.send({ type: 'consent.given' });
    seen.form?.send({ type: 'login.submitted' });
  },
  loginCode(world, tab, seen) {
    if (!seen.otp?.getSnapshot().hasTag('codeEntry')) return askForCode(world, tab, seen);
    typeCode(seen, latestCode(world));
    seen.form?.send({ type: 'consent.given' });
    seen.form?.send({ type: 'code.submitted' });
  },
  offer: (_world, _tab, { root }) => root?.send({ type: 'app.declined' }),
};

const hasBoxes = ({ otp }: Seen): boolean => otp?.getSnapshot().hasTag('codeEntry') ?? false;
/** The view of a code takes digits and submits them in this way. */
const enterCode = (seen: Seen, code: string): void => {
  typeCode(seen, code);
  if (seen.view === 'loginCode') {
    seen.form?.send({ type: 'consent.given' });
    seen.form?.send({ type: 'code.submitted' });
  }
};

const opening = (address: string): Act => ({
  isOffered: () => true,
  perform: (_world, tab) => tab.visit(address),
});

/** Opens another tab at the address of this one. */
const openBeside = async ({ browser }: World, tab: Tab): Promise<void> => {
  const { pathname, hash } = new URL(tab.address());
  await browser.open(`${pathname}${hash}`);
};

const TABS_MAX = 3;

const isQuiet = ({ browser }: World): boolean => browser.schedule.isEmpty();

const waiting = (ms: number): Act => ({
  isOffered: isQuiet,
  perform: ({ browser }) => browser.pass(ms),
});

/** What a visitor can do, by its words in a report. */
export const acts = {
  'goes on': {
    isOffered: (world, _tab, { view }) =>
      view in main && (view !== 'code' || mailedCodes(world).length > 0),
    perform: (world, tab, seen) => main[seen.view]?.(world, tab, seen),
  },
  types: {
    isOffered: (_world, _tab, seen) => isWizardStep(seen.view) && !isReadOnly(seen),
    perform(world, tab, seen) {
      if (!isWizardStep(seen.view)) return;
      const names = fieldsOf[seen.view];
      // Both fields get their turn.
      const name = names[(world.typed.get(keyOf(tab))?.[names[0]] ? 1 : 0) % names.length];
      typeText(world, tab, seen, { [name ?? names[0]]: world.nextText() });
    },
  },
  'types a wrong code': {
    isOffered: (_world, _tab, seen) => hasBoxes(seen),
    perform: (world, _tab, seen) => enterCode(seen, differentCode(latestCode(world))),
  },
  'types the code before': {
    isOffered: (world, _tab, seen) => hasBoxes(seen) && mailedCodes(world).length > 1,
    perform: (world, _tab, seen) => enterCode(seen, mailedCodes(world).at(-2) ?? ''),
  },
  'asks for another code': {
    isOffered: (_world, _tab, { otp }) =>
      otp?.getSnapshot().can({ type: 'resend.requested' }) ?? false,
    perform(world, tab, { otp }) {
      noteCodeAsked(world, tab);
      otp?.send({ type: 'resend.requested' });
    },
  },
  'changes to the login by code': {
    isOffered: (_world, _tab, { view }) => view === 'password',
    perform(world, tab, seen) {
      fillEmail(world, seen);
      noteCodeAsked(world, tab);
      seen.form?.send({ type: 'code.requested' });
    },
  },
  'changes to the password': {
    isOffered: (_world, tab, { view }) => view === 'loginCode' && !isBusy(tab),
    perform: (_world, _tab, { form }) => form?.send({ type: 'password.requested' }),
  },
  'goes back': {
    isOffered: (_world, tab) => !tab.hasLeft(),
    perform: (_world, tab) => tab.back(),
  },
  reloads: { isOffered: (_world, tab) => !tab.hasLeft(), perform: (_world, tab) => tab.reload() },
  'is closed': { isOffered: () => true, perform: (_world, tab) => tab.close() },
  'opens another tab': {
    isOffered: ({ browser }, tab) => !tab.hasLeft() && browser.tabs.length < TABS_MAX,
    perform: openBeside,
  },
  'opens the sign-up': opening('/#/checkout'),
  'opens the login': opening('/#/login'),
  'opens the app': opening('/app/'),
  'logs out': {
    isOffered: (_world, _tab, { view }) => view === 'app',
    perform(world, tab) {
      if (tab.pressLogOut()) world.loggedOutIn.add(keyOf(tab));
    },
  },
  'waits for half a minute': waiting(RESEND_PAUSE_MS + 1000),
  'waits for a quarter of an hour': waiting(ACCESS_LIFETIME_MS + 1000),
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;

export const actNames = Object.keys(acts) as ActName[];

export const actOf = (name: ActName): Act => acts[name];
