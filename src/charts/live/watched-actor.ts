import type { LiveActor } from './live-state.ts';

/**
 * The actor of a chart that is watched: the chosen one while it lives; else the one that something
 * happened to last, among those that live if there are any.
 */
export const watchedActor = (
  actors: LiveActor[],
  chart: string,
  chosen: string | undefined,
): LiveActor | undefined => {
  const ofChart = actors.filter((actor) => actor.chart === chart);
  const living = ofChart.filter(({ isLiving }) => isLiving);
  const named = ofChart.find(({ key }) => key === chosen);
  if (named && (named.isLiving || living.length === 0)) return named;
  return (living.length > 0 ? living : ofChart).toSorted((one, other) => other.at - one.at)[0];
};
