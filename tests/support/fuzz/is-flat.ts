const MIB = 1024 * 1024;

/**
 * Whether a heap has not grown. What is live after a collection may differ by compiled code, the
 * router's and the parser's caches, prepared statements and sockets that are about to close: some
 * MiB, and no more for ten times the requests. A hundred bytes kept of each of 20,000 requests stay
 * below that and are found by no such bound; a request, an answer or a socket that is kept is not.
 */
export const isFlat = ({ warm, end }: { warm: number; end: number }): boolean =>
  warm > 0 && end < warm + 8 * MIB;
