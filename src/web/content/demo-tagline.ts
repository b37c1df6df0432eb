import * as claims from './claims.ts';

/** Length of a demo in minutes. */
const demoMinutes = Number.parseInt(claims.demoLength.figure, 10);

/** Shown below the heading of every demo page. */
export const demoTagline = `Schedule a ${demoMinutes}-min demo with our experts`;
