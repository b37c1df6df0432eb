import type { InspectionEvent } from 'xstate';

declare global {
  /** Whoever wants to see what the charts do: their own page in development, a test in its browser. */
  var inspectCharts: ((event: InspectionEvent) => void) | undefined;
}

/** Shows a step of any chart to the onlooker, if there is one; a visitor's page has none. */
export const showOnlooker = (event: InspectionEvent): void => globalThis.inspectCharts?.(event);
