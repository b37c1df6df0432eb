/** A JSON replacer: files and errors as their properties, bigints as text, cycles omitted. */
const createReplacer = () => {
  const ancestors: object[] = [];
  // JSON.stringify passes the containing object as `this`.
  return function replace(this: object, _: string, value: unknown): unknown {
    if (value instanceof File) return { file: value.name, type: value.type, size: value.size };
    if (value instanceof Error) return { error: value.message };
    if (typeof value !== 'object' || value === null)
      return typeof value === 'bigint' ? `${value}n` : value;
    if (ancestors.includes(this)) ancestors.length = ancestors.indexOf(this) + 1;
    if (ancestors.includes(value)) return undefined;
    ancestors.push(value);
    return value;
  };
};

/** Serializes paths and reports as JSON; files and errors as their properties. */
export const asJson = (value: unknown): string => JSON.stringify(value, createReplacer(), 2);
