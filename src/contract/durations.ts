export const MS_PER_S = 1000;
export const MINUTE_MS = 60 * MS_PER_S;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const YEAR_S = (365 * DAY_MS) / MS_PER_S;
