/** Characters in one campaign value (`utm_…`). */
export const CAMPAIGN_VALUE_LENGTH_MAX = 200;

/** Query parameters of a campaign link. The demo request sends them along. */
export const CAMPAIGN_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;
