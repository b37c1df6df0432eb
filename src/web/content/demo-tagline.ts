import * as claims from './claims.ts';

/** How many minutes a demo takes, where the number stands without its unit. */
export const demoMinutes = Number.parseInt(claims.demoLength.figure, 10);

/** What every demo page says under its heading. */
export const demoTagline = `Schedule a ${demoMinutes}-min demo with our experts`;
