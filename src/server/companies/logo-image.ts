import sharp from 'sharp';
import { LOGO_PIXELS_MAX, LOGO_SIDE_MAX_PX } from '#contract/limits.ts';
import { Refusal } from '../refusal.ts';
import { DECODING_BYTES_MAX, decodingBytes } from './decoding-bytes.ts';
import { withoutLargeMetadata } from './png-metadata.ts';

const DECODE_TIMEOUT_S = 10;
const JPEG_QUALITY = 88;

// Process-wide: of all the formats that libvips reads, two are left, and those from memory only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// Else as many as there are cores, on some systems: each thread holds rows of its own.
sharp.concurrency(1);

export interface LogoImage {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
}

const unreadable = () =>
  new Refusal('media_type_unsupported', 'Please select a JPEG or PNG image.', { field: 'file' });

/**
 * Decodes a logo and encodes it anew, at most 500 by 500: what isn't picture (metadata, whatever
 * was hidden behind the image) is gone. What it is, decoding says, not its name or declared type.
 *
 * @throws Refusal `media_type_unsupported` when it doesn't decode, `too_large` for too many pixels or
 * such that take too much memory; that is known before any pixel is decoded
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
  // The pixels bound the time that decoding takes, the bytes the memory.
  if (header.width * header.height > LOGO_PIXELS_MAX) throw tooManyPixels();
  if (decodingBytes(header, bytes) > DECODING_BYTES_MAX) throw tooManyPixels();

  const picture = image
    .autoOrient()
    .resize(LOGO_SIDE_MAX_PX, LOGO_SIDE_MAX_PX, { fit: 'inside', withoutEnlargement: true });
  const isJpeg = header.format === 'jpeg';
  const encoded = isJpeg ? picture.jpeg({ quality: JPEG_QUALITY }) : picture.png();
  const result = await encoded.toBuffer().catch(() => {
    throw unreadable();
  });
  return isJpeg
    ? { bytes: result, type: 'image/jpeg', extension: 'jpg' }
    : { bytes: result, type: 'image/png', extension: 'png' };
};

const tooManyPixels = () =>
  new Refusal('too_large', 'This image has too many pixels.', { field: 'file' });
