import {
  type Attribution,
  CAMPAIGN_KEYS,
  HOST_LENGTH_MAX,
  LANDING_LENGTH_MAX,
  sourceValue,
  sourceValues,
  type Touch,
} from '#contract/attribution.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { currentPath, currentSearch, hashSearch, watchLocation } from './hash-location.ts';

// Not a `createDraft`, which is in the chunk of the forms: no page must load that chunk before its form.

/** Replaces the stored value where the browser forbids storage; a reload loses it. */
let fallback: Attribution | undefined;

/** Where the visitor of this tab came from; undefined if that was never captured. */
export const readAttribution = (): Attribution | undefined => {
  try {
    const stored = sessionStorage.getItem(storageKeys.attribution);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
};

/** The host of another site whose link opened this document. */
const readReferrer = (): string => {
  const host = URL.canParse(document.referrer) ? new URL(document.referrer).hostname : '';
  return host === location.hostname ? '' : sourceValue(host, HOST_LENGTH_MAX);
};

const readValues = (search: string) => sourceValues(new URLSearchParams(search));

const store = (source: Partial<Touch>): void => {
  const touch: Touch = {
    ...source,
    landing: sourceValue(currentPath(), LANDING_LENGTH_MAX),
    at: new Date().toISOString(),
  };
  const attribution: Attribution = { first: readAttribution()?.first ?? touch, last: touch };
  try {
    sessionStorage.setItem(storageKeys.attribution, JSON.stringify(attribution));
  } catch {
    fallback = attribution;
  }
};

/**
 * Captures the touch of this document, and of addresses that are opened in it later. A reload, Back, and an
 * arrival of which neither the address nor another site says anything change nothing after the first touch.
 */
export const captureAttribution = (): void => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const values = readValues(currentSearch());
  const referrer = readReferrer();
  const isArrival =
    load?.type === 'navigate' && (referrer !== '' || Object.keys(values).length > 0);
  if (isArrival || !readAttribution()) store({ ...values, ...(referrer && { referrer }) });
  // The query in front of the hash stays there: only the one inside it can be new.
  watchLocation(() => {
    const values = readValues(hashSearch());
    const last = readAttribution()?.last ?? {};
    if (Object.entries(values).some(([key, value]) => value !== Reflect.get(last, key)))
      store(values);
  });
};

/** The fields of the campaign's demo request: those of the latest touch that has any. */
export const readCampaign = (): Record<(typeof CAMPAIGN_KEYS)[number], string> => {
  const { first, last } = readAttribution() ?? {};
  const touch = [last, first].find((touch) => CAMPAIGN_KEYS.some((key) => touch?.[key]));
  const value = (key: (typeof CAMPAIGN_KEYS)[number]) => touch?.[key] ?? '';
  return {
    utm_source: value('utm_source'),
    utm_medium: value('utm_medium'),
    utm_campaign: value('utm_campaign'),
    utm_content: value('utm_content'),
  };
};
