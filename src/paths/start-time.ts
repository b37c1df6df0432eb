/**
 * The frozen clock's time, epoch ms. Options and charts use the same value, so a lifetime of two
 * hours is two hours in every run.
 */
export const START_TIME_MS = Date.now();
