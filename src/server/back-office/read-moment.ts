const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?Z)?$/;

/** A moment that somebody has typed, to the millisecond, and as the database reads it, to the microsecond. */
export interface TypedMoment {
  date: Date;
  text: string;
}

/** Reads a day or a moment in UTC, like 2026-11-21 or 2026-11-21T09:30:00Z; undefined if it is none. */
export const readMoment = (text: string): TypedMoment | undefined => {
  const [, day] = MOMENT.exec(text) ?? [];
  const date = new Date(text);
  // February 30 would be read as a day in March.
  if (day === undefined || !(date.getTime() >= 0) || !date.toISOString().startsWith(day))
    return undefined;
  return { date, text: text === day ? `${day}T00:00Z` : text };
};
