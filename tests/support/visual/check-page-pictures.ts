import type { Page } from 'playwright-core';
import { checkPicture } from './check-picture.ts';
import { type PictureKind, pictureKinds, pictureName } from './picture-kinds.ts';
import { whileSteady } from './steady-page.ts';
import { takePicture } from './take-picture.ts';

interface Options {
  kinds?: PictureKind[];
  /** In pixels. */
  heightMax?: number | undefined;
  /** Toasts are a part of the pictures; else they are hidden. */
  hasToasts?: boolean | undefined;
}

/**
 * Compares what a page shows with its approved pictures; the window is as before then.
 *
 * @param subject the page or state, such as `pages/about`
 * @returns one line per picture that differs
 */
export const checkPagePictures = async (
  page: Page,
  subject: string,
  { kinds = pictureKinds, heightMax, hasToasts = false }: Options = {},
): Promise<string[]> => {
  const lines: (string | undefined)[] = [];
  const size = page.viewportSize();
  await whileSteady(page, hasToasts, async () => {
    for (const kind of kinds)
      lines.push(
        await checkPicture(pictureName(subject, kind), () => takePicture(page, kind, heightMax)),
      );
  });
  if (size) await page.setViewportSize(size);
  return lines.filter((line) => line !== undefined);
};
