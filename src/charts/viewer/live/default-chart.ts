import type { LiveActor } from './live-state.ts';

/**
 * Id of the chart to show when the address names none: that of the running actor that changed last.
 * `previous` stays while one of its actors runs. The first actor of a tab, the session, runs on every
 * page, so it counts only when no other actor runs.
 */
export const defaultChartId = (
  actors: LiveActor[],
  previous: string | undefined,
): string | undefined => {
  const running = actors.filter(({ isRunning, chart }) => isRunning && chart !== undefined);
  const firstOfEachPage = new Set(
    running.filter(({ page }, index) => index === running.findIndex((one) => one.page === page)),
  );
  const candidates = running.filter((actor) => !firstOfEachPage.has(actor));
  if (candidates.some(({ chart }) => chart === previous)) return previous;
  const latest = (of: LiveActor[]) => of.toSorted((a, b) => b.at - a.at)[0]?.chart;
  return latest(candidates) ?? previous ?? latest(running);
};
