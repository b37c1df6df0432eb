import { inflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { LOGO_SIDE_MAX_PX, LOGO_TYPE_MESSAGE } from '#contract/company.ts';
import { HttpError } from '../http/http-error.ts';

/** Bytes of a stored logo. */
export const STORED_LOGO_BYTES_MAX = 100_000;

/** Pixels of an uploaded logo; a larger image is rejected before decoding. */
const LOGO_PIXELS_MAX = 40_000_000;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LENGTH_BYTES = 4;
const TYPE_BYTES = 4;
const CHECKSUM_BYTES = 4;
const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt']);
const PROFILE_CHUNK = 'iCCP';
const END_CHUNK = 'IEND';
// Display profiles have a few kilobytes. libpng allows 8 MB, which took 90 MB more to decode.
const PROFILE_BYTES_MAX = 256 * 1024;

// The data begins with a NUL-terminated name and a method byte (PNG specification, §11.3.2.3).
const isValidProfile = (data: Buffer): boolean => {
  try {
    const compressed = data.subarray(data.indexOf(0) + 2);
    return inflateSync(compressed, { maxOutputLength: PROFILE_BYTES_MAX }).length > 0;
  } catch {
    return false;
  }
};

/**
 * Removes text chunks, an invalid or large colour profile, and data after the end from a PNG. Returns
 * other files unchanged. libpng inflates up to 8 MB per chunk when it reads the header: 50 chunks in a file
 * of 376 KB took 2.6 GB as measured.
 */
const withoutLargeMetadata = (bytes: Buffer): Buffer => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return bytes;
  const kept: Buffer[] = [SIGNATURE];
  let hasProfile = false;
  let start = SIGNATURE.length;
  while (start + LENGTH_BYTES + TYPE_BYTES <= bytes.length) {
    const typeStart = start + LENGTH_BYTES;
    const dataStart = typeStart + TYPE_BYTES;
    const type = bytes.toString('latin1', typeStart, dataStart);
    const dataEnd = dataStart + bytes.readUInt32BE(start);
    const end = dataEnd + CHECKSUM_BYTES;
    const isProfile = type === PROFILE_CHUNK;
    // Only the first profile is kept; a second one is invalid.
    const isKept = isProfile
      ? !hasProfile && isValidProfile(bytes.subarray(dataStart, dataEnd))
      : !TEXT_CHUNKS.has(type);
    hasProfile ||= isProfile;
    if (isKept) kept.push(bytes.subarray(start, end));
    if (type === END_CHUNK) break;
    start = end;
  }
  return Buffer.concat(kept);
};

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

/**
 * Memory limit for decoding one logo. A 12-megapixel photo fits as a baseline or progressive JPEG (4:2:0:
 * 36 MB) and as a PNG with transparency (33 MB); an 8-bit RGBA PNG may be 4,608 px wide. Two malicious
 * logos in succession stay below 100 MB, with the memory that the allocator does not return.
 */
const DECODING_BYTES_MAX = 36 * 1024 * 1024;

// Measured with sharp 0.35 and one thread: resizing a PNG buffers up to 2,060 rows in all steps.
const ROWS_BUFFERED = 2048;
const BYTES_PER_COEFFICIENT = 2;

type Header = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'
>;

// A baseline JPEG is scaled while it is decoded, in a few megabytes. A progressive one keeps all
// coefficients until the last scan.
const jpegBytes = ({ width, height, channels, isProgressive }: Header, bytes: Buffer): number =>
  isProgressive ? width * height * (samplesPerPixel(bytes) ?? channels) * BYTES_PER_COEFFICIENT : 0;

// An interlaced PNG keeps every pixel until the last pass.
const pngBytes = ({ width, height, channels, depth, isProgressive }: Header): number => {
  const bytesPerSample = depth === 'uchar' ? 1 : 2;
  const rows = ROWS_BUFFERED + (isProgressive ? height : 0);
  return width * channels * bytesPerSample * rows;
};

/**
 * Estimates the memory in bytes to decode and resize an image, by its header.
 *
 * @param header of the JPEG or PNG in `bytes`
 */
export const decodingBytes = (header: Header, bytes: Buffer): number =>
  header.format === 'jpeg' ? jpegBytes(header, bytes) : pngBytes(header);

const DECODE_TIMEOUT_S = 10;
const JPEG_QUALITY = 88;
/** Noise of 256 × 256 pixels has 66 KB with a palette and 45 KB as JPEG, so the last side always fits. */
const SMALLER_SIDES_PX = [LOGO_SIDE_MAX_PX, 400, 320, 256];

// Process-wide: of all loaders of libvips only JPEG and PNG from memory stay enabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// By default libvips uses a thread per core, each with its own row buffers.
sharp.concurrency(1);

type LogoType = 'image/jpeg' | 'image/png';

export interface LogoImage {
  bytes: Buffer;
  type: LogoType;
  extension: 'jpg' | 'png';
}

const unreadable = () =>
  new HttpError('media_type_unsupported', LOGO_TYPE_MESSAGE, { field: 'file' });

const resized = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

/** Ways to make a logo smaller, at each side, before the side is reduced. */
const smallerEncodings: Record<LogoType, readonly ((picture: Sharp) => Sharp)[]> = {
  // More effort saves no bytes: noise of 500 pixels takes 0.6 s of processor time in all, and 27 s with 10.
  'image/png': [(picture) => picture.png({ palette: true, effort: 1 })],
  'image/jpeg': [
    (picture) => picture.jpeg({ quality: JPEG_QUALITY }),
    (picture) => picture.jpeg({ quality: 70 }),
  ],
};

/** A logo of the same type with at most `STORED_LOGO_BYTES_MAX`, from one that this module has encoded. */
export const shrinkLogo = async (bytes: Buffer, type: LogoType): Promise<Buffer> => {
  let smallest = bytes;
  for (const side of SMALLER_SIDES_PX)
    for (const encode of smallerEncodings[type]) {
      if (smallest.length <= STORED_LOGO_BYTES_MAX) return smallest;
      smallest = await encode(resized(sharp(bytes), side)).toBuffer();
    }
  return smallest;
};

/**
 * Decodes a logo and encodes it again, at most `LOGO_SIDE_MAX_PX` on each side and `STORED_LOGO_BYTES_MAX`
 * bytes, which removes metadata and appended data. The format is the decoded one, not the file name
 * or the declared type.
 *
 * @throws HttpError `media_type_unsupported` if the image cannot be decoded, `too_large` if it has too many
 * pixels or would need too much memory, which is checked before decoding
 */
export const readLogo = async (file: Buffer): Promise<LogoImage> => {
  if (file.length === 0) throw unreadable();
  const bytes = withoutLargeMetadata(file);
  const image = sharp(bytes, {
    limitInputPixels: LOGO_PIXELS_MAX,
    failOn: 'warning',
    sequentialRead: true,
  }).timeout({ seconds: DECODE_TIMEOUT_S });

  const header = await image.metadata().catch((error: Error) => {
    throw /pixel limit/i.test(error.message) ? tooManyPixels() : unreadable();
  });
  // The limit on pixels bounds the decoding time, the limit on bytes the memory.
  if (header.width * header.height > LOGO_PIXELS_MAX) throw tooManyPixels();
  if (decodingBytes(header, bytes) > DECODING_BYTES_MAX) throw tooManyPixels();

  const picture = resized(image.autoOrient(), LOGO_SIDE_MAX_PX);
  const isJpeg = header.format === 'jpeg';
  const encoded = isJpeg ? picture.jpeg({ quality: JPEG_QUALITY }) : picture.png();
  const result = await encoded.toBuffer().catch(() => {
    throw unreadable();
  });
  const type = isJpeg ? 'image/jpeg' : 'image/png';
  return { bytes: await shrinkLogo(result, type), type, extension: isJpeg ? 'jpg' : 'png' };
};

const tooManyPixels = () =>
  new HttpError('too_large', 'This image has too many pixels.', { field: 'file' });
