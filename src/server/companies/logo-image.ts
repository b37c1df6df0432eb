import sharp from 'sharp';
import { LOGO_PIXELS_MAX, LOGO_SIDE_MAX_PX, LOGO_TYPE_MESSAGE } from '#contract/logo.ts';
import { HttpError } from '../http/http-error.ts';
import { DECODING_BYTES_MAX, decodingBytes } from './decoding-bytes.ts';
import { withoutLargeMetadata } from './png-metadata.ts';

const DECODE_TIMEOUT_S = 10;
const JPEG_QUALITY = 88;

// Process-wide: of all loaders of libvips only JPEG and PNG from memory stay enabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// By default libvips uses a thread per core, each with its own row buffers.
sharp.concurrency(1);

export interface LogoImage {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
}

const unreadable = () =>
  new HttpError('media_type_unsupported', LOGO_TYPE_MESSAGE, { field: 'file' });

/**
 * Decodes a logo and encodes it again, at most `LOGO_SIDE_MAX_PX` on each side, which removes metadata and
 * appended data. The format is the decoded one, not the file name or the declared type.
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
  new HttpError('too_large', 'This image has too many pixels.', { field: 'file' });
