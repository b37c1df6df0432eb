import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { type Kysely, sql } from 'kysely';
import * as brand from '#contract/brand.ts';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '#contract/code.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { KeyRing } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { html } from '#server/http/pages/page.ts';
import { refundLimits } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import { block, LAYOUT, look, type MailContent, mailPage, paragraph } from '#server/mail/mail.ts';
import type { DueMail } from '#server/mail/outbox.ts';
import { type Mail, MailRefusedError } from '#server/mail/transports.ts';
import { type CodeRequest, codeHash, codeLimits } from './request-code.ts';

/**
 * The last line of a code's mail: browsers and Mail fill the code in on this host only (WICG, origin-bound one-time
 * codes). None for an address without a name.
 */
const boundCode = (code: string, publicUrl: string | undefined): string | undefined => {
  const host = publicUrl && new URL(publicUrl).hostname;
  return !host || host.startsWith('[') || isIP(host) > 0 ? undefined : `@${host} #${code}`;
};

/** The digits in two groups: with a space between them, one would be copied too. */
const codeBox = (code: string) =>
  block(
    html`<table ${LAYOUT} width="100%"><tr><td align="center" ${look(['accent-wash', 'ink'], 'padding:18px 0;border-radius:6px;font-family:Consolas,Menlo,monospace;font-size:36px;line-height:44px;font-weight:700')}>${code.slice(0, CODE_LENGTH / 2)}<span style="padding-left:14px">${code.slice(CODE_LENGTH / 2)}</span></td></tr></table>`,
  );

/**
 * Mail with a one-time code. The text begins with the code, so that a notification shows it. It contains
 * no link, because mail scanners open links.
 *
 * @param publicUrl of the site; without it the code is bound to no host
 */
export const codeMail = (code: string, publicUrl?: string): MailContent => {
  const bound = boundCode(code, publicUrl);
  const use = `is your ${brand.name} code (OTP). It is valid for ${CODE_LIFETIME_MS / MINUTE_MS} minutes from when you asked for it.`;
  const warning = `Nobody at ${brand.name} will ever ask you for it. If you did not ask for a code, you can ignore this email.`;
  return {
    subject: `Your ${brand.name} code`,
    text: `${code} ${use}\n\n${warning}\n${bound ? `\n${bound}\n` : ''}`,
    html: mailPage({
      preheader: `${code} ${use}`,
      heading: 'Your code',
      body: html`${codeBox(code)}${paragraph(`This ${use}`)}${paragraph(warning, 'quiet-ink')}`,
      lastLine: bound,
    }),
  };
};

/** A code request and the challenge whose code is to be generated. */
type CodeChallenge = CodeRequest & { challenge: string };

const randomCode = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

/**
 * Generates the codes of challenges and stores their hashes, in one statement. A code replaces an earlier
 * one of the same challenge, whose mail has failed. The row of a login without an account is written as well:
 * a guess that comes at the same time waits for it, whatever the address.
 *
 * @returns the codes by challenge; none for a challenge that was replaced or used, or has expired, and none
 *   for a login of an address without an account
 */
const makeCodes = async (
  db: Kysely<Database>,
  keys: KeyRing,
  challenges: readonly CodeChallenge[],
): Promise<Map<string, string>> => {
  if (challenges.length === 0) return new Map();
  const made = challenges.map((request) => {
    const code = randomCode();
    return { ...request, code, hash: codeHash(keys, { ...request, code }) };
  });
  const column = <Name extends keyof (typeof made)[number]>(name: Name) =>
    made.map((row) => row[name]);
  const { rows } = await sql<{ challenge: string; isMade: boolean }>`update codes
    set attempts = 0, hash = case when codes.purpose <> 'login'
      or exists (select 1 from users where users.email = codes.email) then made.hash end
    from unnest(${column('email')}::text[], ${column('purpose')}::text[], ${column('device')}::text[],
      ${column('challenge')}::uuid[], ${column('hash')}::bytea[])
      as made (email, purpose, device, challenge, hash)
    where codes.email = made.email and codes.purpose = made.purpose and codes.device = made.device
      and codes.challenge = made.challenge and is_live(codes)
    returning codes.challenge, codes.hash is not null as "isMade"`.execute(db);
  const stored = new Set(rows.flatMap(({ challenge, isMade }) => (isMade ? [challenge] : [])));
  return new Map(
    made.flatMap(({ challenge, code }) => (stored.has(challenge) ? [[challenge, code]] : [])),
  );
};

/** Refunds the limits of a code request whose mail was never sent. */
const refundCodeRequest = async (
  db: Kysely<Database>,
  { challenge, ...request }: CodeChallenge,
): Promise<void> => {
  const latest = await db
    .selectFrom('codes')
    .where('email', '=', request.email)
    .where('challenge', '=', challenge)
    .select('email')
    .executeTakeFirst();
  // If a newer code was requested, the pause belongs to it and is not refunded.
  const limits = codeLimits(request).filter(({ rate }) => latest || rate !== rates.codePause);
  await refundLimits(db, limits);
};

type DueCodeMail = DueMail & { kind: 'code' };

const hasLiveCode = (due: DueMail): due is DueCodeMail => due.kind === 'code' && !due.isExpired;

/** The code request of a mail. */
const challengeOf = ({ recipient, payload }: DueCodeMail): CodeChallenge => ({
  email: recipient,
  purpose: payload.purpose,
  device: payload.device,
  challenge: payload.challenge,
});

export interface CodeMailServices {
  db: Kysely<Database>;
  mail: Mail;
  /** Key of code hashes. */
  codeKeys: KeyRing;
  /** Public URL of the site, to whose host browsers bind codes. */
  publicUrl?: string | undefined;
}

/**
 * Makes the codes of mails that were claimed together, in one statement. The function that it returns sends one
 * of these mails; it drops one that has expired, or has no code any more.
 */
export const prepareCodeMails = (
  { db, mail, codeKeys, publicUrl }: CodeMailServices,
  mails: readonly DueMail[],
) => {
  const codes = makeCodes(db, codeKeys, mails.filter(hasLiveCode).map(challengeOf));
  // Reported by each mail that has a code.
  codes.catch(() => {});
  return async (due: DueCodeMail, abortSignal: AbortSignal): Promise<'sent' | 'dropped'> => {
    const request = challengeOf(due);
    const code = (await codes).get(request.challenge);
    const refund = async () => {
      // A login request still counts: otherwise its refund would reveal whether there is an account.
      if (request.purpose === 'sign-up') await refundCodeRequest(db, request);
    };
    if (code === undefined) {
      await refund();
      return 'dropped';
    }
    try {
      await mail.send({ to: due.recipient, ...codeMail(code, publicUrl) }, abortSignal);
    } catch (error) {
      if (error instanceof MailRefusedError) await refund();
      throw error;
    }
    return 'sent';
  };
};
