const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** The day of an ISO time in the visitor's time zone: `2 Jan 2026`. */
export const formatDay = (time: string): string => new Date(time).toLocaleDateString('en-GB', DAY);

/** Day and minute of an ISO time in the visitor's time zone: `2 Jan 2026, 15:04`. */
export const formatMinute = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' });
