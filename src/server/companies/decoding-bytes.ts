import type { Metadata } from 'sharp';
import { samplesPerPixel } from './jpeg-sampling.ts';

/**
 * What decoding one logo may take. A photo of 12 megapixels fits as a JPEG of either kind (progressive
 * with 4:2:0: 36 MB) and as a PNG with transparency (33 MB); a PNG of 8 bits RGBA may be 4,608 px wide.
 * Two hostile logos one after the other stay below 100 MB, with what the allocator doesn't return.
 */
export const DECODING_BYTES_MAX = 36 * 1024 * 1024;

// Measured with sharp 0.35 and one thread: shrinking a PNG holds up to 2,060 rows, in all its steps.
const ROWS_AT_ONCE = 2048;
const BYTES_PER_COEFFICIENT = 2;

type Header = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'
>;

// A JPEG is shrunk while it is decoded, which takes a few megabytes; of several scans, though, all
// coefficients are kept until the last one has been read.
const jpegBytes = ({ width, height, channels, isProgressive }: Header, bytes: Buffer): number =>
  isProgressive ? width * height * (samplesPerPixel(bytes) ?? channels) * BYTES_PER_COEFFICIENT : 0;

// Of an interlaced PNG every pixel is kept until the last pass.
const pngBytes = ({ width, height, channels, depth, isProgressive }: Header): number => {
  const bytesPerSample = depth === 'uchar' ? 1 : 2;
  const rows = ROWS_AT_ONCE + (isProgressive ? height : 0);
  return width * channels * bytesPerSample * rows;
};

/**
 * Bytes of memory that it takes to decode an image and make it small, as far as its header tells.
 *
 * @param header of the JPEG or PNG in `bytes`
 */
export const decodingBytes = (header: Header, bytes: Buffer): number =>
  header.format === 'jpeg' ? jpegBytes(header, bytes) : pngBytes(header);
