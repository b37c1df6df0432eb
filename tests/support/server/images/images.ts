import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

const CRC_TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

const crc = (bytes: Buffer): number => {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// Colour types by the number of samples per pixel (PNG specification §11.2.1).
const COLOUR_TYPES = { 1: 0, 2: 4, 3: 2, 4: 6 };
// The seven passes of Adam7: start and step, across and down.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

interface BlankPng {
  width: number;
  height: number;
  samples?: keyof typeof COLOUR_TYPES;
  bitsPerSample?: 1 | 8 | 16;
  isInterlaced?: boolean;
  /** Chunks between the header and the pixels. */
  chunks?: Buffer[];
}

/** A valid PNG of zeros: few bytes for any number of pixels. */
export const blankPng = ({
  width,
  height,
  samples = 1,
  bitsPerSample = 8,
  isInterlaced = false,
  chunks = [],
}: BlankPng): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bitsPerSample;
  header[9] = COLOUR_TYPES[samples];
  header[12] = isInterlaced ? 1 : 0;
  const sizes = (isInterlaced ? PASSES : WHOLE).map(([left, top, across, down]) => {
    const pixels = Math.max(0, Math.ceil((width - left) / across));
    const rows = Math.max(0, Math.ceil((height - top) / down));
    return pixels === 0 ? 0 : rows * (1 + Math.ceil((pixels * samples * bitsPerSample) / 8));
  });
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A valid black square PNG with one bit per pixel. */
export const squarePng = (side: number): Buffer =>
  blankPng({ width: side, height: side, bitsPerSample: 1 });

/** A compressed text chunk that expands about a thousandfold. */
export const compressedTextChunk = (characters: number): Buffer =>
  chunk(
    'zTXt',
    Buffer.concat([
      Buffer.from('Comment\0\0'),
      deflateSync(Buffer.alloc(characters, 'A'), { level: 9 }),
    ]),
  );

/** A colour profile chunk, padded with zeros to a length in bytes. */
export const colourProfileChunk = (profile: Buffer, length: number): Buffer => {
  const padded = Buffer.concat([profile, Buffer.alloc(length - profile.length)]);
  // A profile starts with its length (ICC.1:2022, §7.2.2).
  padded.writeUInt32BE(length, 0);
  return chunk('iCCP', Buffer.concat([Buffer.from('Profile\0\0'), deflateSync(padded)]));
};

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/**
 * A valid single-colour baseline JPEG with one scan per component: no pixel can be decoded before
 * the last scan.
 */
export const jpegWithThreeScans = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const components = [1, 2, 3];
  const frame = [8, ...size, 3, ...components.flatMap((id) => [id, 0x11, 0])];
  // One code of one bit with the value zero: a block is two such bits.
  const codes = [1, ...Array.from({ length: 15 }, () => 0), 0];
  const bits = Math.ceil(width / 8) * Math.ceil(height / 8) * 2;
  const blocks = Buffer.alloc(Math.ceil(bits / 8));
  if (bits % 8 > 0) blocks[blocks.length - 1] = (1 << (8 - (bits % 8))) - 1;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 1)])),
    segment(0xc0, Buffer.from(frame)),
    segment(0xc4, Buffer.from([0x00, ...codes])),
    segment(0xc4, Buffer.from([0x10, ...codes])),
    ...components.flatMap((id) => [segment(0xda, Buffer.from([1, id, 0, 0, 63, 0])), blocks]),
    Buffer.from([0xff, 0xd9]),
  ]);
};

/** A single-colour image. */
export const plainImage = (
  format: 'png' | 'jpeg',
  width: number,
  height: number,
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#f5b301' } })
    .toFormat(format)
    .toBuffer();

/** An image of random bytes, with transparency as a PNG: the largest of its size. */
export const noiseImage = (
  format: 'png' | 'jpeg',
  width: number,
  height: number,
): Promise<Buffer> =>
  sharp(randomBytes(width * height * 4), { raw: { width, height, channels: 4 } })
    .toFormat(format)
    .toBuffer();

/** A JPEG with a rotated orientation, a comment and a GPS position in its metadata. */
export const jpegWithMetadata = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2b3a8c' } })
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: '<script>alert(1)</script>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 27/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
