import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { headingTrueType } from '#build/assets/heading-font.ts';
import { socialImageFile } from '#build/site/sitemap.ts';
import { drawSocialImage, drawSocialImages } from '#build/site/social-images.ts';
import { headPages, listedPages } from '#tests/support/head-pages.ts';

/** Some previews leave larger images out. */
const BYTES_MAX = 60_000;
const NAME_AND_HEADLINE = [0xf4, 0xf2, 0xec];
const LINE = [0xa9, 0xae, 0xc0];
/** The palette's colours are close to the drawn ones, and farther from those of the sky. */
const TOLERANCE = 8;
/** In pixels: the left margin, the right end of the texts, the upper and the lower margin. */
const FRAME = { left: 72, right: 770, top: 70, bottom: 566 };

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: number };
}

const pixelsOf = (image: string | Buffer): Promise<Pixels> =>
  sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** The box around the pixels of a colour, and their number. */
const boxOf = ({ data, info }: Pixels, colour: number[]) => {
  const box = { left: info.width, right: 0, top: info.height, bottom: 0, count: 0 };
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const start = (y * info.width + x) * info.channels;
      if (colour.some((level, i) => Math.abs(level - (data[start + i] ?? 0)) > TOLERANCE)) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      box.count += 1;
    }
  return box;
};

let web: string;
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'sitara-social-'));
  await drawSocialImages(web, headPages);
});
afterAll(() => rmSync(web, { recursive: true }));

test('every listed page has an image of its own', () => {
  const files = listedPages.map(({ path }) => socialImageFile(path));
  const images = files.map((file) => readFileSync(join(web, file)).toString('base64'));
  expect(new Set(images).size).toBe(listedPages.length);
});

describe.each(listedPages)('the social image of $path', ({ path }) => {
  it('has the size that the page declares, and few bytes', async () => {
    const file = join(web, socialImageFile(path));
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(statSync(file).size).toBeLessThan(BYTES_MAX);
  });

  it('has its texts inside the frame, the line below the headline', async () => {
    const pixels = await pixelsOf(join(web, socialImageFile(path)));
    const words = boxOf(pixels, NAME_AND_HEADLINE);
    const line = boxOf(pixels, LINE);
    for (const { left, right, top, bottom, count } of [words, line]) {
      expect(count).toBeGreaterThan(1000);
      expect(left).toBeGreaterThanOrEqual(FRAME.left);
      expect(right).toBeLessThanOrEqual(FRAME.right);
      expect(top).toBeGreaterThanOrEqual(FRAME.top);
      expect(bottom).toBeLessThanOrEqual(FRAME.bottom);
    }
    expect(line.top - words.bottom).toBeGreaterThan(20);
  });
});

describe('a social image that cannot be drawn', () => {
  const draw = async (
    { headline = 'Pricing', line = 'Four plans.' },
    icon = '<svg><path d="M0 0"/></svg>',
  ) => drawSocialImage({ headline, line }, { icon, fontfile: await headingTrueType(), variant: 0 });

  it('throws for a text that does not fit', async () => {
    await expect(draw({ headline: 'Pricing '.repeat(20) })).rejects.toThrow('does not fit');
    await expect(draw({ headline: 'Donaudampfschifffahrtsgesellschaft' })).rejects.toThrow(
      'does not fit',
    );
    await expect(draw({ line: 'Four plans. '.repeat(30) })).rejects.toThrow('does not fit');
  });

  it('throws for a character that only fonts of the machine have', async () => {
    await expect(draw({ line: 'From ₹13,200 a month.' })).rejects.toThrow('lacks a character');
  });

  it('throws for an icon without a star', async () => {
    await expect(draw({}, '<svg></svg>')).rejects.toThrow('no star');
  });
});
