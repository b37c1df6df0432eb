import { sql } from 'kysely';
import type { CallName } from '#contract/calls/all-calls.ts';
import { signUpDraft } from '#contract/storage-keys.ts';
import { verifyPassword } from '#server/auth/accounts/passwords.ts';
import type { Exchange } from './gate.ts';
import type { Seen, View } from './page-controls.ts';
import { EMAIL, mailedCodes, PASSWORD } from './starts.ts';
import type { Tab } from './tabs.ts';
import { accepted, callOf, exchangesOf, openTabs, WIZARD, type World } from './world.ts';

const STEP_BEFORE: Partial<Record<View, View>> = {
  company: 'verified',
  about: 'company',
  allSet: 'about',
};

/** Back leads to the step before; a step that is being saved stays. It never leads out of the site. */
export const backFaults = ({ seen: { view } }: Tab, before: Seen): string[] => {
  if (view === 'elsewhere') return [`Back has left the site from the step ${before.view}.`];
  const isExpected = view === STEP_BEFORE[before.view] || (view === before.view && before.isBusy);
  return isExpected ? [] : [`Back led from the step ${before.view} to ${view}.`];
};

/** What was typed stays: where it was typed, and after a reload what was typed last. */
const textFaults = (world: World, { number, seen }: Tab): string[] =>
  WIZARD.includes(seen.view) && !seen.isReadOnly
    ? Object.entries(world.typed.get(seen.document) ?? {})
        .filter(([name, text]) => seen.texts[name] !== undefined && seen.texts[name] !== text)
        .map(
          ([name, text]) =>
            `Tab ${number} has lost a text: ${name} is "${seen.texts[name]}", was typed as "${text}".`,
        )
    : [];

const isPending = ({ deliveredAt, isLost }: Exchange) => deliveredAt === undefined && !isLost;

const SENDING: CallName[] = ['sendSignUpCode', 'sendLoginCode'];
const ABOUT_CODES: (CallName | undefined)[] = [...SENDING, 'verifySignUpCode', 'login'];

/** One request of a kind at a time in a tab, whatever is pressed; one about a code. */
const repeatedFaults = ({ track }: World): string[] => {
  const pending = track.gate
    .exchanges()
    .filter((exchange) => isPending(exchange) && ![undefined, 'xsrf'].includes(callOf(exchange)));
  return pending.flatMap((one, index) =>
    pending
      .slice(index + 1)
      .filter(
        (other) =>
          other.tab === one.tab &&
          (callOf(other) === callOf(one) ||
            (ABOUT_CODES.includes(callOf(other)) && ABOUT_CODES.includes(callOf(one)))),
      )
      .map((other) => `Tab ${one.tab} sends ${callOf(other)} while ${callOf(one)} is under way.`),
  );
};

/** A code is sent only if somebody asks for it. */
const unaskedFaults = (world: World): string[] =>
  openTabs(world)
    .filter(({ number }) => {
      const sent = exchangesOf(world, ...SENDING).filter(
        ({ tab, status }) => tab === number && status !== 403,
      );
      return sent.length > (world.codesAsked.get(number) ?? 0);
    })
    .map(({ number }) => `Tab ${number} asks for a code that nobody wanted.`);

/** The faults that can be seen now. */
export const momentFaults = (world: World): string[] => [
  ...openTabs(world).flatMap((tab) => [
    ...textFaults(world, tab),
    ...(WIZARD.includes(tab.seen.view) && !tab.seen.canGoBack
      ? [`Back would leave the site from the step ${tab.seen.view} in tab ${tab.number}.`]
      : []),
    ...(tab.seen.view === 'crashed' ? [`Tab ${tab.number} shows the page of a crash.`] : []),
  ]),
  ...repeatedFaults(world),
  ...unaskedFaults(world),
  ...world.track.browser.errors,
];

const bodyOf = ({ body }: Exchange): Record<string, string> => {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
};

/** Purpose and code of an attempt. */
const attemptOf = (exchange: Exchange): string | undefined => {
  if (callOf(exchange) === 'verifySignUpCode') return exchange.path.split('/').at(-1);
  return bodyOf(exchange)['otp'] || undefined;
};

/** A code is taken once, and not after a newer one. */
const codeFaults = (world: World): string[] => {
  const codes = mailedCodes(world.track.site);
  const taken = accepted(world, 'verifySignUpCode', 'login').flatMap((exchange) => {
    const code = attemptOf(exchange);
    return code === undefined ? [] : [{ code, exchange }];
  });
  return taken.flatMap(({ code, exchange }, index) => {
    const next = world.mailedAt[codes.lastIndexOf(code) + 1];
    return [
      ...(taken.slice(0, index).some((other) => other.code === code)
        ? ['A code was taken twice.']
        : []),
      ...(codes.includes(code) ? [] : ['A code was taken that was not mailed.']),
      ...(next !== undefined && next > 0 && next < exchange.sentAt
        ? ['A code was taken that a newer one has replaced.']
        : []),
    ];
  });
};

const newTicketOf = ({ setsCookies }: Exchange): string | undefined =>
  setsCookies.map((cookie) => /^ticket=([^;]+)/.exec(cookie)?.[1]).find((ticket) => ticket);

/** A ticket is worth nothing after a newer one, after the account is complete and after a log-out. */
const ticketFaults = (world: World): string[] => {
  const ends = accepted(world, 'verifySignUpCode', 'completeUser', 'logout');
  return accepted(world, 'createCompany', 'uploadLogo', 'createUser').flatMap((use) => {
    const { ticket } = use.cookies;
    const openedAt = ends.find((end) => newTicketOf(end) === ticket)?.answeredAt ?? 0;
    const end = ends.find(
      (other) =>
        (other.arrivedAt ?? 0) > openedAt &&
        (other.answeredAt ?? 0) < (use.arrivedAt ?? 0) &&
        (callOf(other) !== 'logout' || other.cookies['ticket'] === ticket),
    );
    return end ? [`${callOf(use)} succeeds with a ticket that ${callOf(end)} has ended.`] : [];
  });
};

/** The last of some exchanges, and those that the server worked on at the same time. */
const latestOf = (exchanges: Exchange[]): Exchange[] => {
  const last = exchanges.toSorted((one, other) => (one.answeredAt ?? 0) - (other.answeredAt ?? 0));
  const from = last.at(-1)?.arrivedAt ?? 0;
  return exchanges.filter(({ answeredAt = 0 }) => answeredAt >= from);
};

/** One company and one user an address, as the user was told. */
const accountFaults = async (world: World): Promise<string[]> => {
  const { db } = world.track.site;
  const companies = await db.selectFrom('companies').selectAll().execute();
  const users = await db.selectFrom('users').selectAll().execute();
  const faults: string[] = [];
  if (companies.length > 1) faults.push(`An address has ${companies.length} companies.`);
  if (users.length > 1) faults.push(`An address has ${users.length} users.`);
  const [company] = companies;
  const [user] = users;
  const names = latestOf(accepted(world, 'createCompany')).map((sent) => bodyOf(sent)['name']);
  if (names.length > 0 && !names.includes(company?.name))
    faults.push(`The company is called "${company?.name}", was sent as "${names.join()}".`);
  const profiles = latestOf(accepted(world, 'updateCompany')).map(bodyOf);
  if (
    profiles.length > 0 &&
    !profiles.some(({ name, about }) => name === company?.display_name && about === company?.about)
  )
    faults.push('The profile of the company is not what was sent last.');
  const completed = accepted(world, 'completeUser');
  if (completed.length > 0 && user?.status !== 'accepted')
    faults.push('A completed user is not accepted.');
  for (const exchange of completed)
    if (user && !(await verifyPassword(user.password_hash, bodyOf(exchange)['password'] ?? '')))
      faults.push(`Tab ${exchange.tab} was told that a password is set which is not.`);
  return faults;
};

/** Answers that the browser did not get may have replaced its session. */
const isAnswerLost = ({ track }: World): boolean =>
  track.gate.exchanges().some(({ isLost, setsCookies }) => isLost && setsCookies.length > 0);

const OPENING: CallName[] = ['login', 'createUser', 'completeUser'];

/** One session a browser; after a log-out none, before it always. */
const sessionFaults = async (world: World): Promise<string[]> => {
  const { site, browser, start } = world.track;
  const { rows } = await sql<{ live: number }>`select count(*)::integer as live from sessions
    where ended_at is null and expires_at > now()`.execute(site.db);
  const live = rows[0]?.live ?? 0;
  if (isAnswerLost(world)) return [];
  const faults = live > 1 ? [`There are ${live} sessions of one browser.`] : [];
  const changes = accepted(world, ...OPENING, 'verifySignUpCode', 'logout')
    // A page that gives up its own session ends no other.
    .filter((exchange) => callOf(exchange) !== 'logout' || world.loggedOutIn.size > 0)
    .toSorted((one, other) => (one.deliveredAt ?? 0) - (other.deliveredAt ?? 0));
  const last = changes.at(-1);
  if (changes.some((one) => one !== last && (one.deliveredAt ?? 0) > (last?.sentAt ?? 0)))
    return faults;
  const response = await browser.context.request.get(`${site.url}/app/`);
  const isLoggedIn = (await response.text()).includes(`<dd>${EMAIL}</dd>`);
  const name = last && callOf(last);
  if (name === 'logout' && isLoggedIn) faults.push('The browser is logged in after a log-out.');
  const wasLoggedIn = last
    ? name !== undefined && OPENING.includes(name)
    : SESSION_STARTS.has(start);
  if (wasLoggedIn && !isLoggedIn)
    faults.push(`The browser is logged out after ${name ?? 'nothing'}, though nobody logged out.`);
  return faults;
};

const SESSION_STARTS: ReadonlySet<unknown> = new Set(['about', 'allSet', 'app']);

/** A finished sign-up leaves no draft, and no storage has a password. */
const storageFaults = async (world: World): Promise<string[]> => {
  const [tab] = openTabs(world).filter(({ seen }) => seen.view !== 'elsewhere');
  const stored = await tab?.page.evaluate(() => ({ ...localStorage })).catch(() => undefined);
  if (!stored) return [];
  const draft = stored[signUpDraft] ?? '';
  return [
    ...(world.isOver && /"(?:companyId|step|ticketEndsAt)"/.test(draft)
      ? ['The draft of a sign-up that is over is stored.']
      : []),
    ...(JSON.stringify(stored).includes(PASSWORD) ? ['A password is stored.'] : []),
  ];
};

const FAILURES = [
  'Please verify it again.',
  'Login failed.',
  'Error creating company or user.',
  'Your session has ended.',
  'Your company was not created',
];

/** Who is told of a failure has met one: a log-out, another verification, or a completed account. */
const noticeFaults = (world: World): string[] => {
  const notices = [...world.notices];
  const said = (text: string) => notices.find((notice) => notice.includes(text));
  const changes = accepted(world, 'logout', 'completeUser', 'login');
  const isSame = changes.length === 0 && accepted(world, 'verifySignUpCode').length < 2;
  const never = ['Something went wrong', 'Logging out did not work'];
  // The others have a password of their own.
  if (['login', 'app'].includes(world.track.start)) never.push('Wrong email or password');
  const isLost = world.track.gate.exchanges().some((exchange) => exchange.isLost);
  return [...(isSame && !isLost ? FAILURES : []), ...never]
    .filter(said)
    .map((text) => `A tab says without a reason: ${said(text)}`);
};

/** Log out leads to the login, and a call that another tab has made stale is repeated. */
const repetitionFaults = (world: World): string[] => {
  const tabs = openTabs(world);
  const exchanges = world.track.gate.exchanges();
  const rejected = exchanges.filter(
    (exchange, index) =>
      exchange.status === 403 &&
      exchange.answer?.includes('"xsrf"') &&
      // The log-out of a session that another tab has replaced.
      callOf(exchange) !== 'logout' &&
      !exchange.isLost &&
      tabs.some(({ number }) => number === exchange.tab) &&
      !exchanges
        .slice(index + 1)
        .some((later) => callOf(later) === callOf(exchange) && later.tab === exchange.tab),
  );
  return [
    ...tabs
      .filter(({ seen }) => world.loggedOutIn.has(seen.document) && seen.view === 'app')
      .map(({ number }) => `Tab ${number} is still open after Log out.`),
    ...rejected.map(
      (exchange) => `Tab ${exchange.tab} has given up ${callOf(exchange)} for a stale token.`,
    ),
  ];
};

/** Nothing waits for ever, and the server fails nowhere. */
const stuckFaults = (world: World): string[] => [
  ...openTabs(world)
    .filter(({ seen }) => seen.isBusy)
    .map(({ number }) => `Tab ${number} waits for ever.`),
  ...world.track.gate
    .exchanges()
    .filter(({ status = 0 }) => status >= 500)
    .map((exchange) => `${exchange.path} is answered with ${exchange.status}.`),
  ...world.track.site.takeWarnings().map((line) => `The server warns: ${line}`),
];

/** The faults that are left when everything has come to rest. */
export const endFaults = async (world: World): Promise<string[]> => [
  ...stuckFaults(world),
  ...codeFaults(world),
  ...ticketFaults(world),
  ...(await accountFaults(world)),
  ...(await storageFaults(world)),
  ...noticeFaults(world),
  ...repetitionFaults(world),
  ...(await sessionFaults(world)),
];
