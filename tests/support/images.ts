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

/** A valid black PNG of one bit a pixel: few bytes, however many pixels. */
export const hugePng = (side: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A plain image. Its colour is marigold. */
export const picture = (format: 'png' | 'jpeg', width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#f5b301' } })
    .toFormat(format)
    .toBuffer();

/** A JPEG lying on its side, with a remark and a place in its metadata. */
export const jpegWithMetadata = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2b3a8c' } })
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: '<script>alert(1)</script>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 27/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
