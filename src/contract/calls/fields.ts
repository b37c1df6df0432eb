import * as yup from 'yup';
import { isName, NAME_LENGTH_MAX } from '#contract/account.ts';
import {
  CAMPAIGN_VALUE_LENGTH_MAX,
  CLICK_ID_LENGTH_MAX,
  HOST_LENGTH_MAX,
  LANDING_LENGTH_MAX,
} from '#contract/attribution.ts';
import { CODE_LENGTH, isCode } from '#contract/code.ts';
import { WEBSITE_LENGTH_MAX } from '#contract/company.ts';
import {
  EMAIL_LENGTH_MAX,
  FREE_MAIL_HOSTS,
  FREE_MAIL_WORDS,
  isEmail,
  isWorkEmail,
  WORK_EMAIL_MESSAGE,
} from '#contract/email.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/password.ts';
import { USER_STATUSES } from '#contract/session.ts';
import { DECEPTIVE_CHARACTERS, isFilled, isSingleLine } from '#contract/text.ts';

/*
 * The rules of the contract as regular expressions for the description of the API. They are written in
 * the part of the syntax that ECMAScript, Python, Go and Rust share as far as possible, without flags.
 * tests/contract/patterns.test.ts compares them with the rules.
 */

/** Control characters and line separators, inside of a character class. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';

/** `isSingleLine`. */
export const SINGLE_LINE = `^[^${CONTROLS}]*$`;

/** `isSingleLine` and `isFilled`: `\ufeff` is white space in JavaScript only. */
export const FILLED_LINE = `^[^${CONTROLS}]*[^\\s\\ufeff${CONTROLS}][^${CONTROLS}]*$`;

const UNNAMED = `${CONTROLS}${DECEPTIVE_CHARACTERS}`;

/** `isPasskeyName`. */
export const PASSKEY_NAME = `^[^${UNNAMED}]*[^\\s\\u200c\\u200d\\ufe00-\\ufe0f${UNNAMED}][^${UNNAMED}]*$`;

/** `isPlainText`. */
export const PLAIN_TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

const ignoreCase = (text: string): string =>
  text.replace(/[.]/g, '\\.').replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

const anyOf = (texts: readonly string[]): string => `(?:${texts.map(ignoreCase).join('|')})`;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+";
// Punycode is left out: not every label that begins with xn-- is a name.
const LABEL = '(?![Xx][Nn]--)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = `(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}`;

/** `isEmail`, for addresses in ASCII. */
export const EMAIL = `^${ADDRESS}$`;

/** `isWorkEmail`, for addresses in ASCII. */
export const WORK_EMAIL = `^(?![^@]*@(?:[^@]*\\.)?${anyOf(FREE_MAIL_HOSTS)}$)${ADDRESS}$`;

/** `isCampaignEmail`, for addresses in ASCII. */
export const CAMPAIGN_EMAIL = `^(?!.*${anyOf(FREE_MAIL_WORDS)})${ADDRESS}$`;

const SCHEME = `${ignoreCase('http')}[Ss]?://`;
const DEFAULT_SCHEME = 'https://';
const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP_LEVEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})';
/** The length is that of the address with a scheme. */
const HAS_ROOM_FOR_SCHEME = `(?!.{${WEBSITE_LENGTH_MAX - DEFAULT_SCHEME.length + 1}})`;

/** `isWebsite`, for addresses in ASCII. */
export const WEBSITE = `^(?:${SCHEME}|${HAS_ROOM_FOR_SCHEME})(?:${HOST_LABEL}\\.)+${TOP_LEVEL}(?::[0-9]{1,5})?(?:[/?#][!-~]*)?$`;

// A rule that yup does not know has its JSON Schema beside it (`meta`), for the description of the API.

/** An object of strict types, without unknown keys. */
export const body = <Fields extends yup.ObjectShape>(fields: Fields) =>
  yup.object(fields).strict().noUnknown().defined();

/** Characters in an ISO 8601 time. */
const TIME_LENGTH_MAX = 35;

/** The body of calls that have none: absent or empty. */
export const nothing = yup.object({}).strict().noUnknown().nullable().optional();

export const text = () => yup.string().strict().defined();
export const uuid = () => text().uuid();
export const integer = () => yup.number().strict().integer().defined();
export const flag = () => yup.boolean().strict().defined();
export const list = <Type>(item: yup.ISchema<Type>) => yup.array().strict().of(item).defined();
export const time = () => text().meta({ format: 'date-time' });
export const seconds = () => integer().min(1);

/** One of some fixed words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  text().oneOf<Words[number]>(words);

/** A fixed word, which says what was done. */
export const done = <Word extends string>(word: Word) => body({ message: oneOf(word) });

export const codeSentResponse = () =>
  body({
    message: oneOf('sent'),
    /** Until another code can be requested. */
    retryAfter: seconds(),
  });

export const userStatus = () => text().oneOf(USER_STATUSES);

export const loggedIn = () =>
  body({
    /** Whether the user belongs to the ATS area. */
    ATSEnabled: flag(),
    success: body({ uuid: uuid(), status: userStatus() }),
  });

const line = (max: number) =>
  text()
    .max(max)
    .test('single-line', 'must be one line of text', isSingleLine)
    .meta({ pattern: SINGLE_LINE });

export const filledLine = (max: number) =>
  line(max).test('filled', 'must not be empty', isFilled).meta({ pattern: FILLED_LINE });

export const name = () =>
  line(NAME_LENGTH_MAX).test('name', 'must not be empty', isName).meta({ pattern: FILLED_LINE });

/** An email address; internationalised ones have no regular expression. */
export const emailText = (pattern: string) =>
  text().meta({ format: 'email', maxLength: EMAIL_LENGTH_MAX, pattern });

export const email = () => emailText(EMAIL).test('email', 'must be an email address', isEmail);

export const workEmail = () =>
  emailText(WORK_EMAIL).test({
    name: 'work-email',
    message: WORK_EMAIL_MESSAGE,
    test: isWorkEmail,
    skipAbsent: true,
  });

export const code = () =>
  text()
    .test('code', 'must be a code', isCode)
    .meta({ pattern: `^[0-9]{${CODE_LENGTH}}$` });

const optionalLine = (max: number) =>
  yup
    .string()
    .strict()
    .max(max)
    .test('single-line', 'must be one line of text', (value = '') => isSingleLine(value))
    .meta({ pattern: SINGLE_LINE });

const campaignText = () => optionalLine(CAMPAIGN_VALUE_LENGTH_MAX);

/** The parameters of a campaign link. */
export const campaignFields = () => ({
  utm_source: campaignText(),
  utm_medium: campaignText(),
  utm_campaign: campaignText(),
  utm_term: campaignText(),
  utm_content: campaignText(),
});

const touch = () =>
  body({
    ...campaignFields(),
    gclid: optionalLine(CLICK_ID_LENGTH_MAX),
    fbclid: optionalLine(CLICK_ID_LENGTH_MAX),
    msclkid: optionalLine(CLICK_ID_LENGTH_MAX),
    /** Host of the page with the link. */
    referrer: optionalLine(HOST_LENGTH_MAX),
    /** Path of the page that was opened. */
    landing: filledLine(LANDING_LENGTH_MAX),
    /** By the visitor's clock. */
    at: text().max(TIME_LENGTH_MAX).datetime().meta({ format: 'date-time' }),
  });

/** Where a visitor came from, at first and the last time. */
export const attribution = () =>
  body({ first: touch(), last: touch() }).optional().default(undefined);

/** A new password. Its other rules need the email address: `validatePassword`. */
export const newPassword = () =>
  text()
    .min(1)
    .max(PASSWORD_LENGTH_MAX * 2)
    .meta({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX });
