import sharp, { type Sharp } from 'sharp';
import {
  LOGO_PIXELS_MAX,
  LOGO_SIDE_MAX_PX,
  LOGO_TYPE_MESSAGE,
  STORED_LOGO_BYTES_MAX,
} from '#contract/logo.ts';
import { HttpError } from '../http/http-error.ts';
import { DECODING_BYTES_MAX, decodingBytes } from './decoding-bytes.ts';
import { withoutLargeMetadata } from './png-metadata.ts';

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

export type LogoType = 'image/jpeg' | 'image/png';

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
 * bytes, which removes metadata and appended data. The format is the decoded one, not the file name or the declared type.
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
