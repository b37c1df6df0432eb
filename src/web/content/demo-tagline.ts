import * as headlineClaims from './claims/headline-claims.ts';

/** Length of a demo in minutes. */
export const demoMinutes = Number.parseInt(headlineClaims.demoLength.figure, 10);

/** Shown below the heading of every demo page. */
export const demoTagline = `Schedule a ${demoMinutes}-min demo with our experts`;
