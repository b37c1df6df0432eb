import { CAMPAIGN_VALUE_LENGTH_MAX } from './limits.ts';

/** What a campaign's link carries, and what its demo request sends along. */
export const CAMPAIGN_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;

/** Every campaign value that a demo request may hold; `utm_term` is always sent empty. */
export const CAMPAIGN_WIRE_KEYS = [...CAMPAIGN_KEYS, 'utm_term'] as const;

export type CampaignValues = Record<(typeof CAMPAIGN_KEYS)[number], string>;

/** A value of an address bar as the server takes it: one line, not endless. */
export const campaignValue = (value: string): string =>
  value
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, CAMPAIGN_VALUE_LENGTH_MAX)
    .toWellFormed();
