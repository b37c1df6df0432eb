import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodingBytes, readLogo, samplesPerPixel } from '#server/companies/logo-image.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import {
  blankPng,
  colourProfileChunk,
  compressedTextChunk,
  jpegWithThreeScans,
  plainImage,
} from '#tests/support/server/images/images.ts';
import { measureLogoMemory } from '#tests/support/server/images/logo-memory.ts';

const MB = 1_000_000;
const TOO_LARGE = ['too_large', 'too_large'];
const TAKEN = ['taken', 'taken'];

const displayP3 = async () => {
  const { icc } = await sharp(await plainImage('png', 9, 9))
    .withIccProfile('p3')
    .toBuffer()
    .then((bytes) => sharp(bytes).metadata());
  return icc ?? Buffer.alloc(0);
};

describe('two concurrent logos take less than 100 MB', FURTHER, () => {
  it.each<[string, string[], () => Buffer | Promise<Buffer>]>([
    [
      'interlaced with 16 bits',
      TOO_LARGE,
      () =>
        blankPng({ width: 6324, height: 6324, samples: 4, bitsPerSample: 16, isInterlaced: true }),
    ],
    [
      'interlaced at the maximum width',
      TOO_LARGE,
      () =>
        blankPng({ width: 2304, height: 9000, samples: 4, bitsPerSample: 16, isInterlaced: true }),
    ],
    ['in three scans', TOO_LARGE, () => jpegWithThreeScans(6324, 6324)],
    [
      'a million pixels wide',
      TOO_LARGE,
      () => blankPng({ width: 1_000_000, height: 40, samples: 4, bitsPerSample: 16 }),
    ],
    [
      'with 380 MB of compressed text',
      TAKEN,
      () =>
        blankPng({
          width: 10,
          height: 10,
          chunks: Array.from({ length: 48 }, () => compressedTextChunk(7_900_000)),
        }),
    ],
    [
      'with a colour profile of 8 MB',
      TAKEN,
      async () => {
        const chunks = [colourProfileChunk(await displayP3(), 7_900_000)];
        return blankPng({ width: 4608, height: 8600, samples: 4, chunks });
      },
    ],
    [
      'at the maximum width with 8 bits',
      TAKEN,
      () => blankPng({ width: 4608, height: 8600, samples: 4 }),
    ],
    [
      'at the maximum width with 16 bits',
      TAKEN,
      () => blankPng({ width: 2304, height: 17_300, samples: 4, bitsPerSample: 16 }),
    ],
    [
      'interlaced at the maximum size',
      TAKEN,
      () => blankPng({ width: 2048, height: 2500, samples: 4, isInterlaced: true }),
    ],
    ['in three scans at the maximum size', TAKEN, () => jpegWithThreeScans(2500, 2500)],
    ['in one column', TAKEN, () => blankPng({ width: 40, height: 999_000, samples: 4 })],
  ])('%s', async (_, outcomes, make) => {
    const measured = await measureLogoMemory(await make(), 2);
    expect(measured.outcomes).toEqual(outcomes);
    expect(measured.grownBytes).toBeLessThan(100 * MB);
  });
});

describe('a photo of 12 megapixels is accepted', () => {
  const photo = () =>
    sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#2b3a8c' } });
  it.each<[string, () => Promise<Buffer>]>([
    ['as a JPEG', () => photo().jpeg().toBuffer()],
    ['as a progressive JPEG', () => photo().jpeg({ progressive: true }).toBuffer()],
    ['as a rotated JPEG', () => photo().jpeg().withMetadata({ orientation: 6 }).toBuffer()],
    ['as a CMYK JPEG', () => photo().toColourspace('cmyk').jpeg().toBuffer()],
    ['as a PNG', () => photo().png().toBuffer()],
    ['as a PNG with transparency', () => photo().ensureAlpha(0.5).png().toBuffer()],
  ])('%s', async (_, make) => {
    expect(await sharp((await readLogo(await make())).bytes).metadata()).toMatchObject({
      format: expect.stringMatching(/^(jpeg|png)$/),
    });
  });
});

describe('the samples of a JPEG', () => {
  const coloured = (chromaSubsampling: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .jpeg({ chromaSubsampling })
      .toBuffer();

  it('are read from its frame header', async () => {
    expect(samplesPerPixel(await coloured('4:2:0'))).toBe(1.5);
    expect(samplesPerPixel(await coloured('4:4:4'))).toBe(3);
    expect(samplesPerPixel(jpegWithThreeScans(64, 64))).toBe(3);
  });

  it('are counted as full colour if bytes outside of any segment hide another frame', async () => {
    const small = await coloured('4:2:0');
    const hidden = Buffer.concat([small.subarray(0, 2), Buffer.alloc(1), small.subarray(2)]);
    expect(samplesPerPixel(hidden)).toBeUndefined();
    expect(samplesPerPixel(Buffer.alloc(0))).toBeUndefined();
    const header = { format: 'jpeg', width: 100, height: 10, channels: 3, depth: 'uchar' } as const;
    expect(decodingBytes({ ...header, isProgressive: true }, hidden)).toBe(100 * 10 * 3 * 2);
    expect(decodingBytes({ ...header, isProgressive: true }, small)).toBe(100 * 10 * 1.5 * 2);
  });
});

it('a PNG with a colour profile keeps its colours', async () => {
  const create = { width: 30, height: 20, channels: 3, background: '#f5b301' } as const;
  const profiled = await sharp({ create }).withIccProfile('p3').png().toBuffer();
  const { bytes } = await readLogo(profiled);
  expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(profiled).raw().toBuffer());
});
