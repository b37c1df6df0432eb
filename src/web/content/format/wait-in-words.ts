const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

const withUnit = (count: number, unit: string): string =>
  count === 1 ? `1 ${unit}` : `${count} ${unit}s`;

/**
 * A duration in the largest unit that fits, rounded up: `40 seconds`, `5 minutes`, `1 hour`; `a moment`
 * for 0.
 */
export const waitInWords = (seconds: number): string => {
  if (seconds <= 0) return 'a moment';
  const whole = Math.ceil(seconds);
  if (whole < MINUTE_S) return withUnit(whole, 'second');
  const minutes = Math.ceil(whole / MINUTE_S);
  return whole < HOUR_S ? withUnit(minutes, 'minute') : withUnit(Math.ceil(whole / HOUR_S), 'hour');
};
