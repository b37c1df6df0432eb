const SINGLE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/** Offsets of the first and the last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110 §14.1.2).
 *
 * @returns undefined if the header is to be ignored: malformed, or not a single byte range
 */
export const readByteRange = (
  header: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [match, first = '', last = '', suffix] = SINGLE.exec(header) ?? [];
  if (match === undefined) return undefined;
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable';
    // A suffix of an empty file is the whole file, which no range can express.
    return size === 0 ? undefined : { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
};
