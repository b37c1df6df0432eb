import mailProviders from 'email-providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { parse } from 'tldts';
import { calls } from '#contract/calls/all-calls.ts';
import { isCode } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import {
  canonicalEmail,
  FREE_MAIL_HOSTS,
  isWorkEmail,
  WORK_EMAIL_MESSAGE,
} from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { auditFailure, withPartition } from '#server/audit/audit.ts';
import { hashToken, type KeyRing, randomToken } from '#server/config/keys.ts';
import { now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { registerCall } from '#server/http/register-call.ts';
import { limitRequestByStages } from '#server/limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import type { RoutePlugin } from '#server/services.ts';
import { hasAcceptedUser } from '../accounts/accounts.ts';
import { DUMMY_HASH } from '../accounts/passwords.ts';
import {
  CODE_TRIES,
  type CountAttempt,
  codeHashes,
  codeNetworkStage,
  codeTryLimits,
  endLoginCodes,
  findSignUpMail,
  requestCode,
} from './request-code.ts';
import { continueSignUp, endSignUp, setSignUpState } from './sign-up-ticket.ts';

/** The canonical form of a work address; undefined for any other text. */
const workEmailOf = (text: string): string | undefined =>
  isWorkEmail(text) ? canonicalEmail(text) : undefined;

/** Requests and verifies sign-up codes. */
export const signUpCodeRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, cookies } = services;
  // Others do not have the XSRF token of a browser.
  const browserHash = (request: FastifyRequest, reply: FastifyReply) =>
    hashToken(cookies.ensureXsrf(request, reply)).toString('base64url');

  registerCall(app, calls.sendSignUpCode, async (request, reply) => {
    const email = workEmailOf(request.params.email);
    const network = clientNetwork(request);
    if (email === undefined)
      throw new HttpError('email_invalid', WORK_EMAIL_MESSAGE, { field: 'email' });
    const codeRequest = { email, purpose: 'sign-up', device: '' } as const;
    const stages = [codeNetworkStage(request, codeRequest)];
    const hasAccount = sql<boolean>`exists (select from users where email = ${email})`;
    if (await limitRequestByStages(db, request, stages, hasAccount)) {
      await auditFailure(db, { event: 'code.requested', outcome: 'registered', email, network });
      throw new HttpError('email_registered', 'This Email is already registered', {
        field: 'email',
      });
    }
    return requestCode(services, request, { ...codeRequest, browser: browserHash(request, reply) });
  });

  registerCall(app, calls.signUpMail, async (request, reply) => {
    const email = workEmailOf(request.params.email);
    if (email === undefined) return { message: 'unknown' };
    const browser = browserHash(request, reply);
    await limitRequestByStages(db, request, [
      { limits: networkLimits(networkRates.mailReads, clientNetwork(request)) },
      { limits: [{ rate: rates.mailReadsPerHour, subject: browser }] },
    ]);
    return findSignUpMail(db, { email, browser });
  });

  registerCall(app, calls.verifySignUpCode, async (request, reply) => {
    const email = workEmailOf(request.params.email);
    const { code } = request.params;
    const network = clientNetwork(request);
    // The same response for wrong, expired and used codes gives an attacker no hint.
    const codeInvalid = () => new HttpError('code_invalid', 'Invalid OTP', { field: 'code' });
    if (email === undefined || !isCode(code)) throw codeInvalid();
    const entry = { event: 'code.verified', email, network } as const;
    const rejection = {
      message: 'Too many attempts. Please wait a moment.',
      entry: { ...entry, outcome: 'limited' as const },
    };
    const stages = [
      { limits: networkLimits(networkRates.verifications, network), ...rejection },
      { limits: codeTryLimits({ email, purpose: 'sign-up', device: '' }), ...rejection },
    ];
    const ticket = await verifySignUpCode(db, keys.codes, { email, code, network }, (judgement) =>
      limitRequestByStages(db, request, stages, judgement),
    );
    if (ticket === undefined) {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      throw codeInvalid();
    }
    cookies.setTicket(reply, ticket);
    const existingCompany = await findCompanyOfDomain(db, email).catch((error: unknown) => {
      // The code is used up by now.
      request.log.warn({ err: error }, 'the company of a domain was not looked up');
      return undefined;
    });
    return {
      message: 'verified',
      ticketSeconds: TICKET_LIFETIME_MS / MS_PER_S,
      ...(existingCompany !== undefined && { existingCompany }),
    };
  });
};

// An earlier holder of a ticket loses access: password, sessions and login codes of the user.
const revokeAccess = async (
  trx: Transaction<Database>,
  { id, email }: { id: string; email: string },
): Promise<void> => {
  await trx.updateTable('users').set({ password_hash: DUMMY_HASH }).where('id', '=', id).execute();
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await endLoginCodes(trx, email);
};

/**
 * Verifies a sign-up code and opens the sign-up of its address. Counting the attempt, consuming the code
 * and replacing the ticket are atomic. A company and a user of an earlier ticket stay, but the password,
 * sessions and login codes of that ticket are revoked. An accepted account gets no ticket. A valid code
 * is audited.
 *
 * @returns the ticket for the cookie; undefined if the code is invalid
 * @throws as `count`
 */
const verifySignUpCode = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { email, code, network }: { email: string; code: string; network: string },
  count: CountAttempt,
): Promise<string | undefined> => {
  const ticket = randomToken();
  const hashes = codeHashes(keys, { purpose: 'sign-up', email, code });
  const judgement = sql<boolean | null>`open_sign_up(${email}, ${hashes}, ${CODE_TRIES},
    ${hashToken(ticket)}, ${TICKET_LIFETIME_MS / MS_PER_S}, ${network})`;
  const hasUser = (await withPartition(db, () => count(judgement))) ?? undefined;
  if (hasUser === undefined) return undefined;
  if (!hasUser) return ticket;
  // The earlier ticket is already invalid, and the new one is not yet sent.
  const isOpen = await continueSignUp(db, ticket, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('email', '=', email)
      .select(['id', 'email', 'status'])
      .forUpdate()
      .executeTakeFirst();
    if (user?.status === 'accepted') {
      await endSignUp(trx, email);
      return false;
    }
    if (user) {
      await revokeAccess(trx, user);
      await setSignUpState(trx, email, 'user_created');
    }
    return true;
  });
  return isOpen ? ticket : undefined;
};

/** Providers that the list lacks, or lacks in some countries, without their suffix: `live.in` is one of live. */
const sharedNames: ReadonlySet<string | null> = new Set([
  ...FREE_MAIL_HOSTS.map((host) => host.slice(0, host.indexOf('.'))),
  ...['airtelmail', 'bsnl', 'dataone', 'disroot', 'fastmail', 'gmx', 'keemail', 'mailfence'],
  ...['mtnl', 'onmail', 'posteo', 'proton', 'rediff', 'riseup', 'sancharnet', 'skiff', 'sohu'],
  ...['startmail', 'tuta', 'tutamail', 'tutanota', 'vsnl', 'yandex', 'zoho', 'zohomail'],
  // Aliases that hide an address.
  ...['addy', 'aleeas', 'anonaddy', 'appleid', 'duck', 'mozmail', 'passfwd', 'passinbox'],
  ...['passmail', 'simplelogin', 'slmail', 'slmails'],
  // Each customer of Microsoft or Google has a domain below.
  ...['onmicrosoft', 'test-google-a'],
]);
const sharedDomains = new Set(mailProviders);

/** The domain that a registrar gave to the owner of an address; undefined if strangers share it. */
const registrableDomainOf = (email: string): string | undefined => {
  const host = email.slice(email.lastIndexOf('@') + 1);
  const { domain, domainWithoutSuffix } = parse(host, { allowPrivateDomains: true });
  const isShared = sharedNames.has(domainWithoutSuffix) || sharedDomains.has(domain ?? '');
  return domain === null || isShared ? undefined : domain;
};

/** Companies of a domain that are looked at. */
const COMPANIES_MAX = 100;

const backwards = (text: string): string => [...text].reverse().join('');

/**
 * The name of the first company with an account whose owner has an address of the same registrable domain.
 * Only for who can read the mail of the address.
 *
 * @param email canonical
 */
const findCompanyOfDomain = async (
  db: Kysely<Database>,
  email: string,
): Promise<string | undefined> => {
  const domain = registrableDomainOf(email);
  if (domain === undefined) return undefined;
  const read = backwards(domain);
  const owner = sql<string>`reverse(owner_email) collate "C"`;
  // Each range has the addresses that begin so: A follows @, and / follows a dot.
  const companies = await db
    .selectFrom('companies')
    .where(({ and, eb, or }) =>
      or([
        and([eb(owner, '>=', `${read}@`), eb(owner, '<', `${read}A`)]),
        and([eb(owner, '>=', `${read}.`), eb(owner, '<', `${read}/`)]),
      ]),
    )
    .where(hasAcceptedUser)
    .orderBy('created_at')
    .select(['name', 'owner_email'])
    .limit(COMPANIES_MAX)
    .execute();
  // A domain below this one may be another owner's: b.s3.amazonaws.com is not of amazonaws.com.
  return companies.find(({ owner_email: of }) => registrableDomainOf(of) === domain)?.name;
};
