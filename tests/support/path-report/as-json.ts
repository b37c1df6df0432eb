/** Files, errors and large numbers as what tells them apart; what comes back to itself is left out. */
const createPlain = () => {
  const within: object[] = [];
  // What holds the value is `this`, by JSON.stringify.
  return function plain(this: object, _: string, value: unknown): unknown {
    if (value instanceof File) return { file: value.name, type: value.type, size: value.size };
    if (value instanceof Error) return { error: value.message };
    if (typeof value !== 'object' || value === null)
      return typeof value === 'bigint' ? `${value}n` : value;
    if (within.includes(this)) within.length = within.indexOf(this) + 1;
    if (within.includes(value)) return undefined;
    within.push(value);
    return value;
  };
};

/** Whatever the paths say as JSON; files and errors as what tells them apart. */
export const asJson = (value: unknown): string => JSON.stringify(value, createPlain(), 2);
