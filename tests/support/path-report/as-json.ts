const plain = (_: string, value: unknown): unknown => {
  if (value instanceof File) return { file: value.name, type: value.type, size: value.size };
  if (value instanceof Error) return { error: value.message };
  return typeof value === 'bigint' ? `${value}n` : value;
};

/** Whatever the paths say as JSON; files and errors as what tells them apart. */
export const asJson = (value: unknown): string => JSON.stringify(value, plain, 2);
