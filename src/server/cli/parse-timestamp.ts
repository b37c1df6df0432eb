const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?Z)?$/;

/** A point in time: a Date has milliseconds, the text keeps microseconds for the database. */
export interface Timestamp {
  date: Date;
  text: string;
}

/** Parses a day or a time in UTC, like 2026-11-21 or 2026-11-21T09:30:00Z; undefined if malformed. */
export const parseTimestamp = (text: string): Timestamp | undefined => {
  const [, day] = ISO_8601.exec(text) ?? [];
  const date = new Date(text);
  // Date reads February 30 as a day in March.
  if (day === undefined || !(date.getTime() >= 0) || !date.toISOString().startsWith(day))
    return undefined;
  return { date, text: text === day ? `${day}T00:00Z` : text };
};
