import { signUpDraft } from '#contract/storage-keys.ts';
import type { SignUpFields } from '#machines/rules/sign-up.ts';
import type { Exchange } from '../network.ts';
import {
  fieldsOf,
  isWizardStep,
  look,
  type Seen,
  type TextField,
  textsShown,
  type View,
} from '../person.ts';
import type { Tab } from '../tab.ts';
import { keyOf, type World } from '../world.ts';

const delivered = (world: World, calls: Exchange['call'][]): number =>
  world.browser.network.exchanges.filter(
    ({ call, answer, deliveredAt }) =>
      deliveredAt !== undefined && answer?.status === 200 && calls.includes(call),
  ).length;

const seenEnds = new WeakMap<World, number>();
const seenBegins = new WeakMap<World, number>();

const openTabs = ({ browser }: World): Tab[] => browser.tabs.filter(({ isOpen }) => isOpen);

/** Notes what the visitor may no longer rely on: a finished or logged-out sign-up brings no text back. */
export const noteEvents = (world: World): void => {
  const finished = openTabs(world).filter(
    (tab) =>
      tab.shown()?.path === '/checkout' && tab.shown()?.actor?.getSnapshot().status === 'done',
  ).length;
  const ends = delivered(world, ['logout']) * 100 + finished;
  const begins = delivered(world, ['verifySignUpCode']);
  if (ends > (seenEnds.get(world) ?? 0)) {
    world.isOver = true;
    world.latest = {};
  } else if (begins > (seenBegins.get(world) ?? 0)) world.isOver = false;
  seenEnds.set(world, Math.max(ends, seenEnds.get(world) ?? 0));
  seenBegins.set(world, begins);
  // A new document brings back what was typed before it was opened.
  for (const tab of openTabs(world))
    if (tab.shown() && !world.typed.has(keyOf(tab)))
      world.typed.set(keyOf(tab), world.isOver ? {} : { ...world.latest });
};

const STEP_BEFORE: Partial<Record<View, View[]>> = {
  company: ['address', 'code', 'verified'],
  about: ['company'],
  allSet: ['about'],
};

/** Back leads to the step before; a step that is being saved stays. It never leads out of the site. */
export const backFaults = (_world: World, tab: Tab, { view: before, form }: Seen): string[] => {
  if (tab.hasLeft()) return [`Back has left the site from the step ${before}.`];
  const { view } = look(tab);
  const wasBusy = form !== undefined && form === look(tab).form;
  const isExpected = STEP_BEFORE[before]?.includes(view) || (view === before && wasBusy);
  return isExpected ? [] : [`Back led from the step ${before} to ${view}.`];
};

const SIGN_UP_VIEWS: readonly View[] = ['code', 'verified', 'company', 'about', 'allSet'];

/** A reload shows the same, unless another tab has gone elsewhere with the sign-up. */
export const reloadFaults = ({ browser }: World, tab: Tab, { view: before }: Seen): string[] => {
  const { view } = look(tab);
  const isAlone = browser.tabs.every((other) => other === tab || !other.isOpen);
  return isAlone && SIGN_UP_VIEWS.includes(before) && view !== before
    ? [`A reload led from ${before} to ${view}.`]
    : [];
};

const wayOutFaults = (tab: Tab): string[] =>
  isWizardStep(look(tab).view) && tab.wouldLeave()
    ? [`Back would leave the site from the step ${look(tab).view}.`]
    : [];

const inThisStep = (view: View): readonly TextField[] => (isWizardStep(view) ? fieldsOf[view] : []);

/** What was typed is shown: always where it was typed, and after a reload what was typed last. */
const textFaults = (world: World, tab: Tab): string[] => {
  const { view, form } = look(tab);
  const shown = textsShown(tab);
  const typed = world.typed.get(keyOf(tab)) ?? {};
  if (!shown || !form) return [];
  const lost = (name: keyof SignUpFields, text: string | undefined) =>
    text !== undefined && shown[name] !== text
      ? [`Tab ${tab.number} has lost a text: ${name} is "${shown[name]}", was typed as "${text}".`]
      : [];
  const { isAccepted, password } = form.getSnapshot().context;
  const isPasswordLost =
    view === 'about' && !isAccepted && typed.password !== undefined && password !== typed.password;
  return [
    ...inThisStep(view).flatMap((name) => lost(name, typed[name])),
    ...(isPasswordLost ? [`Tab ${tab.number} has lost the password.`] : []),
  ];
};

/** No storage has a password or a code. */
const secretFaults = ({ browser, password }: World): string[] =>
  [...browser.stored, ...browser.tabs.flatMap(({ sessionValues }) => [...sessionValues])]
    .filter(([, value]) => value.includes(password))
    .map(([key]) => `A password is stored under ${key}.`);

const sendingCalls: Exchange['call'][] = ['sendSignUpCode', 'sendLoginCode'];
const codeCalls: Exchange['call'][] = [...sendingCalls, 'verifySignUpCode', 'login'];

/** One request of a kind at a time in a document, whatever is pressed; one about a code. */
const repeatedFaults = ({ browser }: World): string[] => {
  const { exchanges } = browser.network;
  const pending = exchanges.filter(
    ({ tab, document, call, deliveredAt }) =>
      deliveredAt === undefined &&
      browser.tabs.some(
        ({ number, documents, isOpen }) => isOpen && number === tab && documents === document,
      ) &&
      !['page', 'xsrf'].includes(call),
  );
  return pending.flatMap((one, index) =>
    pending
      .slice(index + 1)
      .filter(
        (other) =>
          other.tab === one.tab &&
          (other.call === one.call ||
            (codeCalls.includes(other.call) && codeCalls.includes(one.call))),
      )
      .map((other) => `Tab ${one.tab} sends ${other.call} while ${one.call} is under way.`),
  );
};

/** A code is sent only if somebody asks for it. */
const unaskedFaults = ({ browser, codesAsked }: World): string[] => {
  const counts = new Map<string, number>();
  for (const { tab, document, call, answer } of browser.network.exchanges)
    if (sendingCalls.includes(call) && answer?.status !== 403)
      counts.set(`${tab}/${document}`, (counts.get(`${tab}/${document}`) ?? 0) + 1);
  return [...counts]
    .filter(([key, count]) => count > (codesAsked.get(key) ?? 0))
    .map(([key]) => `Tab ${key} asks for a code that nobody wanted.`);
};

/** The faults that can be seen now. */
export const momentFaults = (world: World): string[] => [
  ...openTabs(world).flatMap((tab) => [...wayOutFaults(tab), ...textFaults(world, tab)]),
  ...secretFaults(world),
  ...repeatedFaults(world),
  ...unaskedFaults(world),
  ...(world.browser.stored.get(signUpDraft)?.includes('"code"') ? ['A code is stored.'] : []),
];
