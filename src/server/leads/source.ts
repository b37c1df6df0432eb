import type { FastifyRequest } from 'fastify';
import {
  type Attribution,
  LANDING_LENGTH_MAX,
  SOURCE_KEYS,
  sourceValue,
  sourceValues,
  type Touch,
} from '#contract/attribution.ts';

/** The page with the form, by the Referer; undefined without one. */
const refererOf = ({ headers: { referer = '' } }: FastifyRequest): URL | undefined =>
  URL.canParse(referer) ? new URL(referer) : undefined;

/**
 * What the address of a form says of where the visitor came from, for a browser without script. A form that is shown
 * again has it in the address to which it is sent.
 */
export const sourceOf = (request: FastifyRequest): URLSearchParams => {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const values = {
    ...sourceValues(refererOf(request)?.searchParams ?? new URLSearchParams()),
    ...sourceValues(searchParams),
  };
  return new URLSearchParams(values);
};

/** The same as attribution: there is one touch, the form's page. */
export const readAttribution = (request: FastifyRequest): Attribution | undefined => {
  const source = sourceOf(request);
  if (source.size === 0) return undefined;
  const touch: Touch = {
    ...Object.fromEntries(source),
    landing: sourceValue(refererOf(request)?.pathname ?? '/demo', LANDING_LENGTH_MAX),
    at: new Date().toISOString(),
  };
  return { first: touch, last: touch };
};

/** A touch in words: `utm_source=newsletter, from www.example.org, opened /pricing, 2026-11-04T16:05:00.000Z`. */
const describeTouch = (touch: Touch): string =>
  [
    ...SOURCE_KEYS.flatMap((key) => (touch[key] === undefined ? [] : [`${key}=${touch[key]}`])),
    ...(touch.referrer === undefined ? [] : [`from ${touch.referrer}`]),
    `opened ${touch.landing}`,
    touch.at,
  ].join(', ');

/** Where a visitor came from, in lines for people. */
export const attributionLines = (
  attribution: Attribution | null | undefined,
): { label: string; value: string }[] =>
  attribution
    ? [
        { label: 'First visit', value: describeTouch(attribution.first) },
        { label: 'Last visit', value: describeTouch(attribution.last) },
      ]
    : [];
