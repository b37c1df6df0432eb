import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { WIDE_NETWORK_FACTOR, wideNetworkOf } from '../http/client-network.ts';
import type { Limit, Rate } from './rate-limits.ts';

/** Time within which an identical demo request counts as a repeat. */
export const LEAD_REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** Rates that are counted in the database. Their names are part of the keys there. */
export const rates = {
  /** Sent codes, per mailbox, purpose and known device. */
  codePause: { name: 'code pause', count: 1, periodMs: RESEND_PAUSE_MS },
  codesPerHour: { name: 'codes an hour', count: 5, periodMs: HOUR_MS },
  codesPerDay: { name: 'codes a day', count: 10, periodMs: DAY_MS },
  /** Attempts to verify a code, per mailbox, purpose and known device. */
  codeTries: { name: 'code tries a day', count: 25, periodMs: DAY_MS },
  /** Questions what became of a sent code's mail, per browser: others cannot use up its budget. */
  mailReadsPerHour: { name: 'mail reads', count: 120, periodMs: HOUR_MS },
  /** Sent codes and attempts of all known devices of a mailbox together. */
  knownCodesPerDay: { name: 'known codes a day', count: 20, periodMs: DAY_MS },
  knownCodeTries: { name: 'known code tries a day', count: 50, periodMs: DAY_MS },
  /** Failed password attempts, per mailbox and known device. */
  passwordTries: { name: 'password tries', count: 5, periodMs: 15 * MINUTE_MS },
  passwordTriesPerDay: { name: 'password tries a day', count: 100, periodMs: DAY_MS },
  /** The same for all known devices of a mailbox together. */
  knownPasswordTries: { name: 'known password tries', count: 20, periodMs: 15 * MINUTE_MS },
  /** Mailed links that make a browser known, per email address. */
  browserLinks: { name: 'browser links a day', count: 3, periodMs: DAY_MS },
  /** Refreshes, per session. */
  renewals: { name: 'renewals', count: 120, periodMs: MINUTE_MS },
  /** Per sign-up: writes, password hashes, decoded logos. */
  signUpCalls: { name: 'sign-up calls', count: 60, periodMs: 10 * MINUTE_MS },
  userCreations: { name: 'user creations', count: 20, periodMs: 10 * MINUTE_MS },
  logoUploads: { name: 'logo uploads', count: 20, periodMs: 10 * MINUTE_MS },
  /** Password changes, per user. */
  passwordChanges: { name: 'password changes', count: 20, periodMs: 10 * MINUTE_MS },
  /** Failed logins by passkey, and changes of passkeys, per user. */
  passkeyTries: { name: 'passkey tries', count: 20, periodMs: 15 * MINUTE_MS },
  passkeyChanges: { name: 'passkey changes', count: 60, periodMs: 10 * MINUTE_MS },
  /** Ends of other sessions, per user. */
  sessionChanges: { name: 'session changes', count: 60, periodMs: 10 * MINUTE_MS },
  /** Identical demo requests. */
  sameLead: { name: 'lead', count: 1, periodMs: LEAD_REPEAT_WINDOW_MS },
} as const satisfies Record<string, Rate>;

/** Rates per client network. A wide network gets `WIDE_NETWORK_FACTOR` times as much. */
export const networkRates = {
  codes: { name: 'network codes', count: 30, periodMs: HOUR_MS },
  mailReads: { name: 'network mail reads', count: 300, periodMs: HOUR_MS },
  verifications: { name: 'network verifications', count: 30, periodMs: MINUTE_MS },
  logins: { name: 'network logins', count: 20, periodMs: MINUTE_MS },
  passkeyOptions: { name: 'network passkey options', count: 60, periodMs: MINUTE_MS },
  leads: { name: 'network leads', count: 20, periodMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Subject of a limit per email address. */
export interface Mailbox {
  /** Canonical email address. */
  email: string;
  /** Id of a known device; empty for all other clients together. */
  device: string;
}

/** The mailbox without its tag: `asha+jobs@acme.example` is delivered to `asha@acme.example`. */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*/, '$1');

/**
 * Limit subject of a mailbox. A known device has a separate budget, which other clients cannot use up. It knows
 * one account, so that its subject has the whole address and is erased with that account.
 */
export const mailboxSubject = ({ email, device }: Mailbox): string =>
  `${device === '' ? mailboxOf(email) : email} ${device}`;

/** The joint limit of all known devices of a mailbox: one user can create many device cookies. */
export const knownDeviceLimits = (rate: Rate, { email, device }: Mailbox): Limit[] =>
  device === '' ? [] : [{ rate, subject: mailboxOf(email) }];

const widenRate = (rate: Rate, name: string): Rate => ({
  ...rate,
  name: `${name} ${rate.name}`,
  count: rate.count * WIDE_NETWORK_FACTOR,
});

/**
 * The limits of a client network and of its wide network. A known device has its own limit instead, and a
 * joint one with the other known devices of the account in its network, so that other clients of the
 * network cannot lock it out.
 */
export const networkLimits = (rate: Rate, network: string, mailbox?: Mailbox): Limit[] =>
  mailbox && mailbox.device !== ''
    ? [
        { rate, subject: mailboxSubject(mailbox) },
        { rate: widenRate(rate, 'known'), subject: `${network} ${mailboxOf(mailbox.email)}` },
      ]
    : [
        { rate, subject: network },
        { rate: widenRate(rate, 'wide'), subject: wideNetworkOf(network) },
      ];
