import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawSocialImage } from '#build/assets/draw-social-image.ts';
import { ROOT } from '#build/root.ts';

/** Antialiasing differs per platform; another text differs by thousands of pixels. */
const VISIBLE_DIFFERENCE = 64;
const PIXELS_MAX = 200;

const pixels = (image: Buffer) =>
  sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });

test('the social image shows the current brand, in the size that the page declares', async () => {
  const icon = readFileSync(join(ROOT, 'public', 'favicon.svg'), 'utf8');
  const kept = await pixels(readFileSync(join(ROOT, 'public', 'social.png')));
  const drawn = await pixels(await drawSocialImage(icon));
  expect(kept.info).toMatchObject({ width: 1200, height: 630 });
  expect(drawn.info).toEqual(kept.info);
  const different = kept.data.filter(
    (level, index) => Math.abs(level - (drawn.data[index] ?? 0)) > VISIBLE_DIFFERENCE,
  );
  expect(different.length).toBeLessThan(PIXELS_MAX);
});

test('an icon without a star throws', async () => {
  await expect(drawSocialImage('<svg></svg>')).rejects.toThrow('no star');
});
