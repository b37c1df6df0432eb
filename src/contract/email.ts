import { LABEL, toAsciiDomain } from './ascii-domain.ts';
import { isSingleLine } from './text.ts';

/** Characters in an email address (RFC 5321 §4.5.3.1, RFC 3696 erratum 1690). */
export const EMAIL_LENGTH_MAX = 254;

/** Message for an address that is not a work address. */
export const WORK_EMAIL_MESSAGE = 'Please use a valid company email address.';

/** Below such an address: the way to a person. */
export const contactPrompt = {
  noWorkEmail: 'No company email address? ',
  talk: ['Talk to us: ', ' or '],
} as const;

/** Free mail providers: their addresses are not work addresses. */
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

/** Words that an address of the campaign form must not contain. */
export const FREE_MAIL_WORDS = ['gmail', 'yahoo', 'outlook', 'hotmail', 'yopmail'] as const;

const LOCAL_PART_MAX = 64;
const ATOM = /^[a-z0-9!#$%&'*+/=?^_{|}~-]+$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const ASCII = /^[\0-\x7f]*$/;
const PUNYCODE = /(?:^|\.)xn--/;
/** A domain in lower-case ASCII; undefined if it has no such form. */
const canonicalDomain = (domain: string): string | undefined => {
  if (ASCII.test(domain) && !PUNYCODE.test(domain)) return domain;
  return toAsciiDomain(domain, EMAIL_LENGTH_MAX);
};

/**
 * The canonical form of an email address, in which it is compared, stored and used: trimmed, in lower
 * case, its domain in ASCII. Only ASCII letters are lower-cased: Unicode lower-casing maps the Kelvin
 * sign to k, so a look-alike could become another person's address. A text that is not an address is
 * returned trimmed and lower-cased.
 */
export const canonicalEmail = (email: string): string => {
  const trimmed = email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const domainAt = trimmed.lastIndexOf('@') + 1;
  const domain = trimmed.slice(domainAt);
  return trimmed.slice(0, domainAt) + (canonicalDomain(domain) ?? domain);
};

/** Whether two spellings are the same email address. */
export const isSameEmail = (one: string, other: string): boolean =>
  canonicalEmail(one) === canonicalEmail(other);

/**
 * Whether a text is a single email address: `local@domain`, a dot in the domain, at most
 * `EMAIL_LENGTH_MAX` characters in canonical form. The local part is ASCII, the domain may be
 * internationalised. Quoted local parts, comments, lists and address literals are rejected, because
 * they can inject a second recipient (RFC 5321 §4.1.2 without the quoted forms).
 */
export const isEmail = (email: string): boolean => {
  const canonical = canonicalEmail(email);
  const parts = canonical.split('@');
  const [local = '', domain = ''] = parts;
  const labels = domain.split('.');
  return (
    parts.length === 2 &&
    // Surrounding spaces are trimmed. A line break is not a typing mistake but header injection.
    isSingleLine(email) &&
    canonical.length <= EMAIL_LENGTH_MAX &&
    local.length <= LOCAL_PART_MAX &&
    local.split('.').every((atom) => ATOM.test(atom)) &&
    canonicalDomain(domain) !== undefined &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
};

/** Whether a text is an email address outside of the free mail providers and their subdomains. */
export const isWorkEmail = (email: string): boolean => {
  const domain = canonicalEmail(email).split('@')[1] ?? '';
  return (
    isEmail(email) &&
    !FREE_MAIL_HOSTS.some((host) => domain === host || domain.endsWith(`.${host}`))
  );
};

/** Whether the campaign form accepts an email address: well-formed, without a free mail service's name. */
export const isCampaignEmail = (email: string): boolean =>
  isEmail(email) && !FREE_MAIL_WORDS.some((word) => canonicalEmail(email).includes(word));
