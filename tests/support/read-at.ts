/**
 * The moment that the paths of a run are told from, epoch ms: the clock of every chart stands at it
 * while its paths are looked for, so that what lasts two hours lasts two hours in every run.
 */
export const READ_AT_MS = Date.now();
