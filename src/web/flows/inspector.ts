import type { InspectionEvent } from 'xstate';

declare global {
  /** Receives the inspection events of all charts; set by the live view and by browser tests. */
  var inspectCharts: ((event: InspectionEvent) => void) | undefined;
}

/** Forwards an inspection event to `inspectCharts`, if it is set. */
export const inspector = (event: InspectionEvent): void => globalThis.inspectCharts?.(event);
