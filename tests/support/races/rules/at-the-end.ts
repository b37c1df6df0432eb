import { sql } from 'kysely';
import { signUpDraft } from '#contract/storage-keys.ts';
import { verifyPassword } from '#server/auth/accounts/passwords.ts';
import type { Exchange } from '../network.ts';
import { isBusy, look } from '../person.ts';
import { keyOf, mailedCodes, type World } from '../world.ts';

type Answered = Exchange & Required<Pick<Exchange, 'arrivedAt' | 'answeredAt' | 'answer'>>;

const answered = ({ browser }: World, ...calls: Exchange['call'][]): Answered[] =>
  (browser.network.exchanges as Answered[]).filter(
    ({ call, answer }) => answer !== undefined && calls.includes(call),
  );

const accepted = (world: World, ...calls: Exchange['call'][]): Answered[] =>
  answered(world, ...calls).filter(({ answer }) => answer.status === 200);

const bodyOf = ({ request }: Exchange): Record<string, string> =>
  typeof request.body === 'string' ? JSON.parse(request.body) : {};

const messageOf = ({ answer }: Answered): string => JSON.parse(answer.text).message;

/** Purpose, address and code of an attempt. */
const attemptOf = (exchange: Exchange): { code: string; purpose: string } | undefined => {
  if (exchange.call === 'verifySignUpCode')
    return { purpose: 'sign-up', code: exchange.request.url.split('/').at(-1) ?? '' };
  const { otp } = exchange.call === 'login' ? bodyOf(exchange) : {};
  return otp ? { purpose: 'login', code: otp } : undefined;
};

/** A code is taken once, for its own purpose, and not after a newer one. */
const codeFaults = (world: World): string[] => {
  const sent = accepted(world, 'sendSignUpCode', 'sendLoginCode');
  const mailed = mailedCodes(world);
  const taken = accepted(world, 'verifySignUpCode', 'login').flatMap((exchange) => {
    const attempt = attemptOf(exchange);
    return attempt ? [{ ...attempt, exchange }] : [];
  });
  return taken.flatMap(({ code, purpose, exchange }, index) => {
    const isSecond = taken.slice(0, index).some((other) => other.code === code);
    // Codes are mailed before their requests are answered, in the same order.
    const sending = sent[mailed.lastIndexOf(code)];
    const isOfPurpose = (sending?.call === 'sendSignUpCode') === (purpose === 'sign-up');
    const isOld = sent.some(
      (newer) =>
        sending &&
        newer.call === sending.call &&
        newer.arrivedAt > sending.answeredAt &&
        newer.answeredAt < exchange.arrivedAt,
    );
    return [
      ...(isSecond ? [`A code was taken twice for ${purpose}.`] : []),
      ...(sending && isOfPurpose ? [] : [`A code was taken for ${purpose} that is none.`]),
      ...(isOld ? [`A code was taken for ${purpose} that a newer one has replaced.`] : []),
    ];
  });
};

/** A ticket is worth nothing after a newer one, after the account is complete and after a log-out. */
const ticketFaults = (world: World): string[] => {
  const verified = accepted(world, 'verifySignUpCode');
  const ticketOf = ({ answer }: Answered) =>
    answer.cookies.find(({ name }) => name === 'ticket')?.value;
  const completed = accepted(world, 'completeUser');
  const loggedOut = accepted(world, 'logout');
  return accepted(world, 'createCompany', 'uploadLogo', 'createUser').flatMap((use) => {
    const ticket = use.cookies['ticket'];
    const opened = verified.find((one) => ticketOf(one) === ticket);
    if (!opened) return [`${use.call} succeeds without a ticket.`];
    const ends = [
      ...verified.filter(({ arrivedAt }) => arrivedAt > opened.answeredAt),
      ...completed.filter(({ arrivedAt }) => arrivedAt > opened.answeredAt),
      ...loggedOut.filter(({ cookies }) => cookies['ticket'] === ticket),
    ];
    const end = ends.find(({ answeredAt }) => answeredAt < use.arrivedAt);
    return end ? [`${use.call} succeeds with a ticket that ${end.call} has ended.`] : [];
  });
};

/** The latest of some requests, and those that the server worked on at the same time. */
const latestOf = (requests: Answered[]): Answered[] => {
  const last = requests.toSorted((one, other) => one.answeredAt - other.answeredAt).at(-1);
  return last ? requests.filter(({ answeredAt }) => answeredAt >= last.arrivedAt) : [];
};

/** The first of some requests, and those that the server worked on at the same time. */
const firstOf = (requests: Answered[]): Answered[] => {
  const first = requests.toSorted((one, other) => one.answeredAt - other.answeredAt)[0];
  return first ? requests.filter(({ arrivedAt }) => arrivedAt <= first.answeredAt) : [];
};

/** One company and one user an address, as the visitor was told. */
const accountFaults = async (world: World): Promise<string[]> => {
  const { db } = world.browser.server;
  const { domain } = world.browser.visitor;
  const companies = await db
    .selectFrom('companies')
    .where(sql<boolean>`strpos(owner_email, ${domain}) > 0`)
    .selectAll()
    .execute();
  const users = await db
    .selectFrom('users')
    .where(sql<boolean>`strpos(email, ${domain}) > 0`)
    .selectAll()
    .execute();
  const faults: string[] = [];
  const emails = (list: string[]) => new Set(list).size === list.length;
  if (!emails(companies.map(({ owner_email }) => owner_email)))
    faults.push('An address has two companies.');
  if (!emails(users.map(({ email }) => email))) faults.push('An address has two users.');
  for (const user of users)
    if (companies.find(({ id }) => id === user.company_id)?.owner_email !== user.email)
      faults.push('A user belongs to a company of another address.');

  const created = accepted(world, 'createCompany');
  for (const exchange of created) {
    const company = companies.find(({ id }) => id === messageOf(exchange));
    if (company?.owner_email !== exchange.email)
      faults.push('A company was created for an address that the page did not show.');
  }
  const [company] = companies;
  const names = latestOf(created).map((exchange) => bodyOf(exchange)['name']);
  if (company && names.length > 0 && !names.includes(company.name))
    faults.push(`The company is called "${company.name}", was sent as "${names.join()}".`);
  const described = latestOf(accepted(world, 'updateCompany')).map(bodyOf);
  if (
    company &&
    described.length > 0 &&
    !described.some(({ name, about }) => name === company.display_name && about === company.about)
  )
    faults.push('The profile of the company is not what was sent last.');

  const completed = accepted(world, 'completeUser');
  for (const exchange of completed) {
    const user = users.find(({ id }) => id === bodyOf(exchange)['uuid']);
    if (user?.email !== exchange.email) faults.push('A user of another address was completed.');
    const { password = '' } = bodyOf(exchange);
    if (user && !(await verifyPassword(user.password_hash, password)))
      faults.push(`Tab ${exchange.tab} was told that a password is set which is not.`);
  }
  const [user] = users;
  const persons = firstOf(completed).map((exchange) => bodyOf(exchange)['name']);
  if (user && persons.length > 0 && !persons.includes(user.name))
    faults.push('The name of the user is not what was sent first.');
  if (completed.length > 0 && user?.status !== 'accepted')
    faults.push('A completed user is not accepted.');
  return faults;
};

const OPENING: Exchange['call'][] = ['login', 'createUser'];
const CHANGING: Exchange['call'][] = [...OPENING, 'logout', 'verifySignUpCode', 'completeUser'];

/**
 * Whether the browser may be without its session: an answer with new tokens was lost with its document. The next
 * use of the old ones, later than a few seconds after, is taken for a theft.
 */
const isAnswerLost = ({ browser }: World): boolean =>
  browser.network.exchanges.some(
    ({ answer, deliveredAt }) =>
      deliveredAt === undefined &&
      answer?.cookies.some(({ name }) => ['access', 'refresh', 'ticket', 'device'].includes(name)),
  );

/** One session a browser; after a log-out none, before it always. */
const sessionFaults = async (world: World): Promise<string[]> => {
  const { browser, email } = world;
  const { rows } = await sql<{ live: number }>`select count(*)::integer as live from sessions
    join users on users.id = user_id where strpos(email, ${browser.visitor.domain}) > 0
      and ended_at is null and sessions.expires_at > now()`.execute(browser.server.db);
  const live = rows[0]?.live ?? 0;
  if (isAnswerLost(world)) return [];
  const faults = live > 1 ? [`There are ${live} sessions of one browser.`] : [];
  // A page that gives up its own session ends no other.
  const changes = accepted(world, ...CHANGING)
    .filter(
      ({ call, tab, document }) => call !== 'logout' || world.loggedOutIn.has(`${tab}/${document}`),
    )
    .toSorted((one, other) => (one.deliveredAt ?? 0) - (other.deliveredAt ?? 0));
  const last = changes.at(-1);
  if (!last) return faults;
  const isAlone = changes.every((one) => one === last || (one.deliveredAt ?? 0) < last.sentAt);
  if (!isAlone) return faults;
  const probe = await browser.server.app.inject({
    method: 'GET',
    url: '/app/',
    headers: { cookie: browser.jar.header() },
    remoteAddress: browser.visitor.network,
  });
  const isSignedIn = probe.statusCode === 200 && probe.body.includes(email);
  if (last.call === 'logout' && isSignedIn)
    faults.push('The browser is logged in after a log-out.');
  if ([...OPENING, 'completeUser'].includes(last.call) && !isSignedIn)
    faults.push(`The browser is logged out after ${last.call}, though nobody logged out.`);
  return faults;
};

/** A finished sign-up leaves no draft. */
const draftFaults = ({ browser, isOver }: World): string[] => {
  const draft = browser.stored.get(signUpDraft);
  return isOver && draft && /"(?:companyId|step|ticketEndsAt)"/.test(draft)
    ? ['The draft of a sign-up that is over is stored.']
    : [];
};

/** Who is told that the verification has ended has lost it: to another one, a completion or a log-out. */
const noticeFaults = (world: World): string[] => {
  const ends =
    accepted(world, 'verifySignUpCode').length -
    1 +
    accepted(world, 'completeUser', 'logout').length;
  return world.browser.tabs
    .filter(({ notices }) => ends < 1 && notices.includes('ticketEnded'))
    .map(({ number }) => `Tab ${number} was told to verify the address again, for no reason.`);
};

const openDocuments = ({ browser }: World): Set<string> =>
  new Set(browser.tabs.filter(({ isOpen }) => isOpen).map(keyOf));

/** Log out leads to the login, and a call that another tab has made stale is repeated. */
const repetitionFaults = (world: World): string[] => {
  const { tabs, network } = world.browser;
  const stuck = tabs.filter((tab) => world.loggedOutIn.has(keyOf(tab)) && look(tab).view === 'app');
  const open = openDocuments(world);
  const rejected = network.exchanges.filter(
    ({ tab, document, call, answer }, index) =>
      answer?.status === 403 &&
      JSON.parse(answer.text).error.code === 'xsrf' &&
      // The log-out of a session that another tab has replaced.
      call !== 'logout' &&
      open.has(`${tab}/${document}`) &&
      !network.exchanges
        .slice(index + 1)
        .some((later) => later.call === call && later.tab === tab && later.document === document),
  );
  return [
    ...stuck.map(({ number }) => `Tab ${number} is still open after Log out.`),
    ...rejected.map(({ tab, call }) => `Tab ${tab} has given up ${call} for a stale value.`),
  ];
};

/** Nothing waits for ever, nothing fails. */
const stuckFaults = (world: World): string[] => [
  ...world.browser.tabs
    .filter((tab) => tab.isOpen && look(tab).view !== 'app' && isBusy(tab))
    .map((tab) => `Tab ${tab.number} waits for ever.`),
  ...world.browser.tabs
    .filter((tab) => {
      const snapshot = tab.isOpen ? tab.shown()?.actor?.getSnapshot() : undefined;
      return snapshot?.status === 'error' || snapshot?.matches?.('failed');
    })
    .map((tab) => `The flow of tab ${tab.number} has failed.`),
  ...world.browser.network.exchanges
    .filter(({ answer }) => answer !== undefined && answer.status >= 500)
    .map(({ call, answer }) => `${call} is answered with ${answer?.status}.`),
  ...world.browser.errors,
];

/** The faults that are left when everything has come to rest. */
export const endFaults = async (world: World): Promise<string[]> => [
  ...stuckFaults(world),
  ...codeFaults(world),
  ...ticketFaults(world),
  ...(await accountFaults(world)),
  ...(await sessionFaults(world)),
  ...draftFaults(world),
  ...noticeFaults(world),
  ...repetitionFaults(world),
];
