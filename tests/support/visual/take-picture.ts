import type { Page } from 'playwright-core';
import type { PictureKind } from './picture-kinds.ts';

const WINDOW_HEIGHT = 900;

/** The largest height of a WebP is 16,383. */
const HEIGHT_MAX = 16_000;

/**
 * Runs in the page: waits for fonts and images.
 *
 * @returns the height of the page, or that of the window while a modal dialog covers the page
 */
const settle = async (): Promise<number> => {
  scrollTo({ top: 0, behavior: 'instant' });
  await document.fonts.ready;
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  return document.querySelector(':modal') ? innerHeight : document.documentElement.scrollHeight;
};

/** A PNG of the page from its top, with ended animations. */
export const takePicture = async (
  page: Page,
  { width, colorScheme }: PictureKind,
  heightMax = HEIGHT_MAX,
): Promise<Buffer> => {
  await page.setViewportSize({ width, height: WINDOW_HEIGHT });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const height = Math.min(await page.evaluate(settle), heightMax);
  return page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width, height },
    animations: 'disabled',
    caret: 'initial',
    scale: 'css',
  });
};
