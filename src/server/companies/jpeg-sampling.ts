const MARKER = 0xff;
const START_OF_IMAGE_BYTES = 2;
// Markers of ITU-T T.81, table B.1. The range of frame markers also contains table markers.
const FRAMES = { first: 0xc0, last: 0xcf, tables: new Set([0xc4, 0xc8, 0xcc]) };
const SEGMENTS_BEFORE_FRAME = new Set([0xc4, 0xcc, 0xdb, 0xdd, 0xfe]);
const APPLICATION_SEGMENTS = { first: 0xe0, last: 0xef };

const isFrame = (marker: number) =>
  marker >= FRAMES.first && marker <= FRAMES.last && !FRAMES.tables.has(marker);

const isSkipped = (marker: number) =>
  SEGMENTS_BEFORE_FRAME.has(marker) ||
  (marker >= APPLICATION_SEGMENTS.first && marker <= APPLICATION_SEGMENTS.last);

// T.81 §B.2.2: precision, height, width, number of components, and three bytes per component.
const samplesOf = (frame: Buffer): number | undefined => {
  const count = frame[5] ?? 0;
  if (count === 0 || frame.length !== 6 + 3 * count) return undefined;
  const factors = Array.from({ length: count }, (_, index) => frame[7 + 3 * index] ?? 0).map(
    (both) => ({ across: both >> 4, down: both & 15 }),
  );
  const most = (numbers: number[]) => Math.max(...numbers);
  const block = most(factors.map(({ across }) => across)) * most(factors.map(({ down }) => down));
  const samples = factors.reduce((sum, { across, down }) => sum + across * down, 0);
  return block > 0 ? samples / block : undefined;
};

/**
 * Samples per pixel of a JPEG: 3 without chroma subsampling, 1.5 with 4:2:0. Undefined if an unknown
 * segment or stray bytes precede the frame, because a decoder may then find another frame.
 */
export const samplesPerPixel = (jpeg: Buffer): number | undefined => {
  let start = START_OF_IMAGE_BYTES;
  while (start + 4 <= jpeg.length && jpeg[start] === MARKER) {
    const marker = jpeg[start + 1] ?? 0;
    const dataStart = start + 4;
    const end = start + 2 + jpeg.readUInt16BE(start + 2);
    if (isFrame(marker)) return samplesOf(jpeg.subarray(dataStart, end));
    if (!isSkipped(marker)) return undefined;
    start = end;
  }
  return undefined;
};
