import type { LiveActor } from './live-state.ts';

/**
 * The actor of a chart to show: the one with the chosen key while it runs, else the running one that
 * changed last, else the stopped one that changed last.
 */
export const selectedActor = (
  actors: LiveActor[],
  chart: string,
  chosenKey: string | undefined,
): LiveActor | undefined => {
  const ofChart = actors.filter((actor) => actor.chart === chart);
  const running = ofChart.filter(({ isRunning }) => isRunning);
  const chosen = ofChart.find(({ key }) => key === chosenKey);
  if (chosen && (chosen.isRunning || running.length === 0)) return chosen;
  return (running.length > 0 ? running : ofChart).toSorted((a, b) => b.at - a.at)[0];
};
