import { claims } from './claims.ts';

const minutes = Number.parseInt(claims.demoLength.figure, 10);

/** What every demo page says under its heading, to the letter of spec §2. */
export const demoTagline = `Schedule a ${minutes}-min demo with our experts`;
