import type { Metadata } from 'sharp';
import { samplesPerPixel } from './jpeg-sampling.ts';

/**
 * Memory limit for decoding one logo. A 12-megapixel photo fits as a baseline or progressive JPEG (4:2:0:
 * 36 MB) and as a PNG with transparency (33 MB); an 8-bit RGBA PNG may be 4,608 px wide. Two malicious
 * logos in succession stay below 100 MB, with the memory that the allocator does not return.
 */
export const DECODING_BYTES_MAX = 36 * 1024 * 1024;

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
