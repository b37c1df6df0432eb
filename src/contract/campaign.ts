/** Characters in one campaign value (`utm_…`). */
export const CAMPAIGN_VALUE_LENGTH_MAX = 200;

/** Query parameters of a campaign link. The demo request sends them along. */
export const CAMPAIGN_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;

export type CampaignValues = Record<(typeof CAMPAIGN_KEYS)[number], string>;

/** Sanitises a query parameter for the server: one line of at most `CAMPAIGN_VALUE_LENGTH_MAX` characters. */
export const campaignValue = (value: string): string =>
  value
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, CAMPAIGN_VALUE_LENGTH_MAX)
    .toWellFormed();
