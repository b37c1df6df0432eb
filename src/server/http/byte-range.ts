const SINGLE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/** Positions of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a `Range` header asks of so many bytes, as RFC 9110 §14.1.2 reads it.
 *
 * @returns undefined where the header is to be ignored: not one range of bytes, or not well formed
 */
export const readByteRange = (
  header: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [match, first = '', last = '', suffix] = SINGLE.exec(header) ?? [];
  if (match === undefined) return undefined;
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable';
    // The last bytes of nothing are all of it, which no range can say.
    return size === 0 ? undefined : { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
};
