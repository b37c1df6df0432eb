import { type Attribution, sourceValue, type Touch } from '#contract/attribution.ts';

const visibleTouch = ({ at, ...touch }: Touch): Touch => ({
  landing: '/',
  at,
  ...Object.fromEntries(
    Object.entries(touch)
      .map(([key, value = '']) => [key, sourceValue(value)])
      .filter(([, value]) => value !== ''),
  ),
});

/** An attribution that a client sent, with values as `sourceValue` makes them; empty ones are left out. */
export const visibleAttribution = ({ first, last }: Attribution): Attribution => ({
  first: visibleTouch(first),
  last: visibleTouch(last),
});
