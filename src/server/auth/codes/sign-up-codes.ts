import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { calls, type ResponseBody } from '#contract/calls/all-calls.ts';
import { isCode } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { canonicalEmail, isWorkEmail, WORK_EMAIL_MESSAGE } from '#contract/email.ts';
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
import { findCompanyOfDomain } from '../accounts/accounts.ts';
import { DUMMY_HASH } from '../accounts/passwords.ts';
import {
  CODE_TRIES,
  type CountAttempt,
  codeHashes,
  codeNetworkStage,
  codeTryLimits,
  endLoginCodes,
  mailKeyOf,
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

/**
 * What became of the mail with the latest sign-up code of an address; `unknown` to a browser that did not ask
 * for that code. `bounced`: it was sent, but mail to the address has come back before. A worker of the version before
 * leaves `postponed` in the outcome of a mail that it sends later. A next try that is overdue is not `postponed`: the
 * mails before it take their time.
 */
const findSignUpMail = async (
  db: Kysely<Database>,
  { email, browser }: { email: string; browser: string },
): Promise<ResponseBody<'signUpMail'>> => {
  const { rows } = await sql<{ message: ResponseBody<'signUpMail'>['message']; dueInS: number }>`
    select case when sent_at is null and outcome = 'postponed' and next_at > now() then 'postponed'
        when sent_at is null then 'trying'
        when outcome = 'refused' then 'refused'
        when exists (select from bounces where bounces.email = codes.email) then 'bounced'
        else 'sent' end as message,
      ceil(extract(epoch from next_at - now()))::integer as "dueInS"
    from codes join outbox on dedupe_key = ${mailKeyOf('')}::text || challenge
    where email = ${email} and purpose = 'sign-up' and device = '' and payload->>'browser' = ${browser}`.execute(
    db,
  );
  const { message, dueInS } = rows[0] ?? { message: 'unknown', dueInS: 0 };
  return message === 'postponed' ? { message, retryAfter: dueInS } : { message };
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
