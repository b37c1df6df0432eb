import { CAMPAIGN_KEYS, type CampaignValues, campaignValue } from '#contract/campaign.ts';
import { currentSearch } from './location.ts';

/** The tab keeps what its campaign's link carried, also while the visitor is on another page. */
const STORAGE_KEY = 'sitara.campaign';

const none: CampaignValues = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
};

/** In case the tab's storage is forbidden. */
let kept: CampaignValues = none;

const valuesIn = (search: URLSearchParams): CampaignValues => {
  const value = (key: keyof CampaignValues) => campaignValue(search.get(key) ?? '');
  return {
    utm_source: value('utm_source'),
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_content: value('utm_content'),
  };
};

/**
 * Keeps the values of the address for this tab. A link with any of them is a new campaign and
 * replaces the old one as a whole. An address without them changes nothing, nor does one that only
 * says part of what is kept: going on to another page drops the query of the hash, not the other one.
 */
export const captureCampaign = (): void => {
  const values = valuesIn(new URLSearchParams(currentSearch()));
  const known = readCampaign();
  if (CAMPAIGN_KEYS.every((key) => values[key] === '' || values[key] === known[key])) return;
  kept = values;
  try {
    sessionStorage.setItem(STORAGE_KEY, new URLSearchParams(values).toString());
  } catch {
    // They are kept until the page is loaded again.
  }
};

/** What this tab's campaign carried; empty texts where it carried nothing. */
export const readCampaign = (): CampaignValues => {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    return stored === null ? kept : valuesIn(new URLSearchParams(stored));
  } catch {
    return kept;
  }
};
