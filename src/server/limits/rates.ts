import { LEAD_REPEAT_WINDOW_MS, RESEND_PAUSE_MS } from '#contract/limits.ts';
import { wideNetworkOf } from '../http/client-network.ts';
import type { Limit, Rate } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What a /24 or a /48 gets in place of one address or one /64. */
const WIDE_NETWORK_FACTOR = 5;

/** Every rate that is counted in the database. Their names are part of its keys. */
export const rates = {
  /** Codes really sent, per mailbox, purpose and known browser. */
  codePause: { name: 'code pause', count: 1, periodMs: RESEND_PAUSE_MS },
  codesPerHour: { name: 'codes an hour', count: 5, periodMs: HOUR_MS },
  codesPerDay: { name: 'codes a day', count: 10, periodMs: DAY_MS },
  /** Tries of a code, right or wrong, per mailbox, purpose and known browser. */
  codeTries: { name: 'code tries a day', count: 25, periodMs: DAY_MS },
  /** The same for all known browsers of a mailbox together. */
  knownCodesPerDay: { name: 'known codes a day', count: 20, periodMs: DAY_MS },
  knownCodeTries: { name: 'known code tries a day', count: 50, periodMs: DAY_MS },
  /** Tries of a password, per mailbox and known browser; a success doesn't count. */
  passwordTries: { name: 'password tries', count: 5, periodMs: 15 * MINUTE_MS },
  passwordTriesPerDay: { name: 'password tries a day', count: 100, periodMs: DAY_MS },
  /** The same for all known browsers of a mailbox together. */
  knownPasswordTries: { name: 'known password tries', count: 20, periodMs: 15 * MINUTE_MS },
  /** Per session. */
  renewals: { name: 'renewals', count: 120, periodMs: MINUTE_MS },
  /** Per sign-up: what is written, what is hashed, what is decoded. */
  signUpCalls: { name: 'sign-up calls', count: 60, periodMs: 10 * MINUTE_MS },
  userCreations: { name: 'user creations', count: 20, periodMs: 10 * MINUTE_MS },
  logoUploads: { name: 'logo uploads', count: 20, periodMs: 10 * MINUTE_MS },
  /** Per user: passwords that are set. */
  passwordChanges: { name: 'password changes', count: 20, periodMs: 10 * MINUTE_MS },
  /** Of identical demo requests the first counts. */
  sameLead: { name: 'lead', count: 1, periodMs: LEAD_REPEAT_WINDOW_MS },
} as const satisfies Record<string, Rate>;

/** Rates per client network; a wider network gets a few times as much. */
export const networkRates = {
  codes: { name: 'network codes', count: 30, periodMs: HOUR_MS },
  verifications: { name: 'network verifications', count: 30, periodMs: MINUTE_MS },
  logins: { name: 'network logins', count: 20, periodMs: MINUTE_MS },
  leads: { name: 'network leads', count: 20, periodMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Whom a limit on an address counts for. */
export interface Mailbox {
  /** Canonical. */
  email: string;
  /** A browser that has logged in to the account before; empty for all others together. */
  device: string;
}

/** One mailbox, however it is tagged: `asha+jobs@acme.example` is read where `asha@acme.example` is. */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*/, '$1');

/** Names a mailbox to a limit; a known browser has a budget of its own, which others can't use up. */
export const mailboxSubject = ({ email, device }: Mailbox): string =>
  `${mailboxOf(email)} ${device}`;

/** What all known browsers of a mailbox have together: whoever was in once may have made many. */
export const knownTogether = (rate: Rate, { email, device }: Mailbox): Limit[] =>
  device === '' ? [] : [{ rate, subject: mailboxOf(email) }];

const widened = (rate: Rate, name: string): Rate => ({
  ...rate,
  name: `${name} ${rate.name}`,
  count: rate.count * WIDE_NETWORK_FACTOR,
});

/**
 * The limits of a client network, and of the wider one that it belongs to. A browser that is known to
 * the account it asks for is counted by itself, and with those that are known to the same account in its
 * network, whoever else is there.
 */
export const networkLimits = (rate: Rate, network: string, mailbox?: Mailbox): Limit[] =>
  mailbox && mailbox.device !== ''
    ? [
        { rate, subject: mailboxSubject(mailbox) },
        { rate: widened(rate, 'known'), subject: `${network} ${mailboxOf(mailbox.email)}` },
      ]
    : [
        { rate, subject: network },
        { rate: widened(rate, 'wide'), subject: wideNetworkOf(network) },
      ];
