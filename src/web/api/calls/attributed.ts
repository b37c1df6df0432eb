import {
  type Attribution,
  CAMPAIGN_KEYS,
  HOST_LENGTH_MAX,
  LANDING_LENGTH_MAX,
  sourceValue,
  sourceValues,
  type Touch,
} from '#contract/attribution.ts';
import type { CallName } from '#contract/calls/all-calls.ts';
import { readArrivals } from '#web/routing/attribution.ts';
import type { Result } from '../client.ts';

type Arrival = NonNullable<ReturnType<typeof readArrivals>>['last'];

const toTouch = ({ search, referrer, landing, at }: Arrival): Touch => ({
  ...sourceValues(new URLSearchParams(search)),
  // The address of the page with the link may say what its visitor searched for: only its host is told.
  ...(URL.canParse(referrer) && {
    referrer: sourceValue(new URL(referrer).hostname, HOST_LENGTH_MAX),
  }),
  landing: sourceValue(landing, LANDING_LENGTH_MAX),
  at,
});

/** Where the visitor of this tab came from; undefined if that is unknown. */
export const readAttribution = (): Attribution | undefined => {
  const arrivals = readArrivals();
  return arrivals && { first: toTouch(arrivals.first), last: toTouch(arrivals.last) };
};

/** The fields of the campaign's demo request: those of the latest visit that has any. */
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

/** Fields of a body that say where the visitor came from, and what it picked there. */
interface Source {
  attribution?: Attribution;
  chosenPlan?: string;
}

/**
 * Makes a call with where the visitor came from. A server that refuses the body, such as one of the version before,
 * gets it without that, so that the request itself is not lost.
 */
export const callAttributed = async <Name extends CallName>(
  call: (source: Source) => Promise<Result<Name>>,
  picked: Pick<Source, 'chosenPlan'> = {},
): Promise<Result<Name>> => {
  const attribution = readAttribution();
  const result = await call({ ...picked, ...(attribution && { attribution }) });
  const isRefused = !result.ok && result.failure.code === 'request_invalid';
  return isRefused ? call({}) : result;
};
