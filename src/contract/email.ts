import { EMAIL_LENGTH_MAX } from './limits.ts';
import { isSingleLine } from './text.ts';

/** Hosts whose addresses aren't work addresses (decisions, Email rules). */
export const FREE_MAIL_HOSTS = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'aol.com',
  'icloud.com',
  'protonmail.com',
  'rediffmail.com',
  'yopmail.com',
] as const;

const LOCAL_PART_MAX = 64;
const ATOM = /^[a-z0-9!#$&'*+=?^_{|}~-]+$/;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * An address as it is compared and stored: trimmed, in lower case. Only ASCII letters have a lower
 * case here: Unicode's would turn the Kelvin sign into a k, and a look-alike into somebody's address.
 */
export const canonicalEmail = (email: string): string =>
  email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether a text is one plain address: `local@domain`, ASCII, a dot in the domain, at most 254
 * characters. Quoted local parts, comments, lists and address literals are refused, because they
 * are how a second recipient gets in (RFC 5321 §4.1.2 without the quoted forms).
 */
export const isEmail = (email: string): boolean => {
  const parts = canonicalEmail(email).split('@');
  const [local = '', domain = ''] = parts;
  const labels = domain.split('.');
  return (
    parts.length === 2 &&
    // Spaces around it are trimmed; a line end there is no slip of the hand.
    isSingleLine(email) &&
    email.length <= EMAIL_LENGTH_MAX &&
    local.length <= LOCAL_PART_MAX &&
    local.split('.').every((atom) => ATOM.test(atom)) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
};

/** Whether an address is one, and its domain, subdomains included, is none of the free hosts. */
export const isWorkEmail = (email: string): boolean => {
  const domain = canonicalEmail(email).split('@')[1] ?? '';
  return (
    isEmail(email) &&
    !FREE_MAIL_HOSTS.some((host) => domain === host || domain.endsWith(`.${host}`))
  );
};

/** Whether a forgotten password's code may be asked for: spec §5 wants an '@', and the server the rest. */
export const mayReceiveCode = (email: string): boolean => email.includes('@');
