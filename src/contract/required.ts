/** The value, where the caller's state guarantees one. Throws a `TypeError` if it is missing. */
export const required = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new TypeError('A required value is missing.');
  return value;
};
