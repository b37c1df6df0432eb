const MIB = 1024 * 1024;

/**
 * Whether the heap has not grown beyond a tolerance. After garbage collection the live heap varies
 * by a few MiB: compiled code, caches of router and parser, prepared statements, sockets about to
 * close. This detects a retained request, response or socket per request, but not a hundred bytes
 * per request.
 */
export const isHeapStable = ({
  warmHeapBytes,
  end,
}: {
  warmHeapBytes: number;
  end: number;
}): boolean => warmHeapBytes > 0 && end < warmHeapBytes + 8 * MIB;
