import { EMAIL_LENGTH_MAX } from './limits.ts';
import { isSingleLine } from './text.ts';

/** Hosts whose addresses aren't work addresses. */
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
const ATOM = /^[a-z0-9!#$%&'*+/=?^_{|}~-]+$/;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const ASCII = /^[\0-\x7f]*$/;
const PUNYCODE = /(?:^|\.)xn--/;
/** The dots of UTS #46 that are left when a text is in its compatibility form (NFKC). */
const DOTS = /[.\u3002]/;
/** Letters, marks and digits of any script, hyphens and dots; nothing that has a meaning in a URL. */
const DOMAIN = /^[\p{L}\p{M}\p{N}\-.\u3002]+$/u;
/** Marks and letters that nobody sees, which UTS #46 drops or keeps. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Scripts that look alike: a label that mixes them is a disguise. */
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

const isMixed = (label: string): boolean =>
  LOOK_ALIKE_SCRIPTS.filter((script) => script.test(label)).length > 1;

/** A domain in lower case and in ASCII (UTS #46, as URLs have it); undefined where it has no such form. */
const toAsciiDomain = (domain: string): string | undefined => {
  if (ASCII.test(domain) && !PUNYCODE.test(domain)) return domain;
  if (domain.length > EMAIL_LENGTH_MAX || INVISIBLE.test(domain)) return undefined;
  const plain = domain.normalize('NFKC');
  if (!DOMAIN.test(plain) || plain.split(DOTS).some(isMixed)) return undefined;
  const url = `https://${plain}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
};

/**
 * An address as it is compared, stored and written to: trimmed, in lower case, its domain in ASCII.
 * Only ASCII letters of the local part have a lower case here: Unicode's would turn the Kelvin sign
 * into a k, and a look-alike into somebody's address. What is no address stays what it is otherwise.
 */
export const canonicalEmail = (email: string): string => {
  const trimmed = email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const domainAt = trimmed.lastIndexOf('@') + 1;
  const domain = trimmed.slice(domainAt);
  return trimmed.slice(0, domainAt) + (toAsciiDomain(domain) ?? domain);
};

/**
 * Whether a text is one plain address: `local@domain`, a dot in the domain, at most 254 characters in
 * its canonical form. The local part is ASCII, the domain may be internationalised. Quoted local
 * parts, comments, lists and address literals are refused, because they are how a second recipient
 * gets in (RFC 5321 §4.1.2 without the quoted forms).
 */
export const isEmail = (email: string): boolean => {
  const canonical = canonicalEmail(email);
  const parts = canonical.split('@');
  const [local = '', domain = ''] = parts;
  const labels = domain.split('.');
  return (
    parts.length === 2 &&
    // Spaces around it are trimmed; a line end there is no slip of the hand.
    isSingleLine(email) &&
    canonical.length <= EMAIL_LENGTH_MAX &&
    local.length <= LOCAL_PART_MAX &&
    local.split('.').every((atom) => ATOM.test(atom)) &&
    toAsciiDomain(domain) !== undefined &&
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

/** Whether a forgotten password's code may be asked for: the button wants an '@', and the server the rest. */
export const mayReceiveCode = (email: string): boolean => email.includes('@');
