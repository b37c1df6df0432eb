import { CAMPAIGN_KEYS, CAMPAIGN_VALUE_LENGTH_MAX } from '#contract/campaign.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { currentSearch } from './hash-location.ts';

type CampaignValues = Record<(typeof CAMPAIGN_KEYS)[number], string>;

/** Sanitises a query parameter for the server: one line of at most `CAMPAIGN_VALUE_LENGTH_MAX` characters. */
export const campaignValue = (value: string): string =>
  value
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, CAMPAIGN_VALUE_LENGTH_MAX)
    .toWellFormed();

// Not a `createDraft`, which is in the chunk of the forms: the campaign page must not load that chunk
// before its form is opened.

/** Replaces the stored values where the browser forbids storage; a reload loses them. */
let fallback: CampaignValues = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
};

const parseValues = (search: URLSearchParams): CampaignValues => {
  const value = (key: keyof CampaignValues) => campaignValue(search.get(key) ?? '');
  return {
    utm_source: value('utm_source'),
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_content: value('utm_content'),
  };
};

/**
 * Stores the campaign parameters of the address for this tab. An address with a new value starts a
 * new campaign, which replaces all stored values. An address that lacks a stored value changes
 * nothing: a link to another page drops the query inside the hash, but keeps the one before it.
 */
export const captureCampaign = (): void => {
  const values = parseValues(new URLSearchParams(currentSearch()));
  const known = readCampaign();
  if (CAMPAIGN_KEYS.every((key) => values[key] === '' || values[key] === known[key])) return;
  fallback = values;
  try {
    sessionStorage.setItem(storageKeys.campaign, new URLSearchParams(values).toString());
  } catch {
    // `fallback` keeps the values until the next reload.
  }
};

/** The campaign parameters of this tab; empty strings where the link had none. */
export const readCampaign = (): CampaignValues => {
  try {
    const stored = sessionStorage.getItem(storageKeys.campaign);
    return stored === null ? fallback : parseValues(new URLSearchParams(stored));
  } catch {
    return fallback;
  }
};
