import type { LiveActor } from './live-state.ts';

/**
 * Id of the chart that is shown where the address names none: that of the living actor that
 * something happened to last, `before` for as long as it lives itself. What a page starts first runs
 * under everything else there, as a session does; it is shown only where nothing else runs.
 */
export const chartInSight = (
  actors: LiveActor[],
  before: string | undefined,
): string | undefined => {
  const living = actors.filter(({ isLiving, chart }) => isLiving && chart !== undefined);
  const firsts = new Set(
    living.filter(({ page }, index) => index === living.findIndex((one) => one.page === page)),
  );
  const upper = living.filter((actor) => !firsts.has(actor));
  if (upper.some(({ chart }) => chart === before)) return before;
  const latest = (of: LiveActor[]) => of.toSorted((one, other) => other.at - one.at)[0]?.chart;
  return latest(upper) ?? before ?? latest(living);
};
