import { DECEPTIVE_CHARACTERS } from './text.ts';

/** Characters in one campaign value (`utm_…`). */
export const CAMPAIGN_VALUE_LENGTH_MAX = 200;
/** Characters in the click id of an advertisement. */
export const CLICK_ID_LENGTH_MAX = 500;
/** Characters in the path of a landing page. */
export const LANDING_LENGTH_MAX = 200;
/** Characters in a host name. */
export const HOST_LENGTH_MAX = 253;

/** Query parameters of a campaign link. The campaign's demo request sends them as fields of its own. */
export const CAMPAIGN_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;

/** Query parameters that say where a visit comes from; the last three are click ids of advertisements. */
export const SOURCE_KEYS = [...CAMPAIGN_KEYS, 'utm_term', 'gclid', 'fbclid', 'msclkid'] as const;

type SourceKey = (typeof SOURCE_KEYS)[number];

/** One arrival at the site. */
export type Touch = { [Key in SourceKey]?: string | undefined } & {
  /** Host of the page with the link. */
  referrer?: string | undefined;
  /** Path of the page that was opened: `/pricing`. */
  landing: string;
  /** ISO 8601, by the visitor's clock. */
  at: string;
};

/** Where a visitor came from: at first, and the last time that an address or another site said so. */
export interface Attribution {
  first: Touch;
  last: Touch;
}

const DECEPTIVE = new RegExp(`[${DECEPTIVE_CHARACTERS}]`, 'gu');

/** Sanitises a value: one line of at most `max` characters, all of them visible and in order. */
export const sourceValue = (value: string, max = value.length): string =>
  value
    .replace(DECEPTIVE, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

/** The values of an address; empty ones are left out. */
export const sourceValues = (search: URLSearchParams): Partial<Record<SourceKey, string>> =>
  Object.fromEntries(
    SOURCE_KEYS.map((key) => [
      key,
      sourceValue(
        search.get(key) ?? '',
        key.startsWith('utm_') ? CAMPAIGN_VALUE_LENGTH_MAX : CLICK_ID_LENGTH_MAX,
      ),
    ]).filter(([, value]) => value !== ''),
  );
