import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from '../root.ts';
import { type HeadPage, pageName } from '../site/head-page.ts';
import { socialImageFile } from '../site/social-image-file.ts';
import { drawSocialImage } from './draw-social-image.ts';
import { headingTrueType } from './heading-font.ts';

/**
 * Draws the social image of every listed page into the folder of the built site: the page's name and
 * description, and a sky that differs from those of its neighbours.
 */
export const drawSocialImages = async (web: string, pages: readonly HeadPage[]): Promise<void> => {
  // Where a server was loaded in the same process, as in tests, it has blocked all formats but a logo's.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const fontfile = await headingTrueType();
  const icon = await readFile(join(ROOT, 'public', 'favicon.svg'), 'utf8');
  const listed = pages.filter(({ isListed }) => isListed);
  await Promise.all(
    listed.map(async (page, variant) => {
      const text = { headline: pageName(page), line: page.description };
      const image = await drawSocialImage(text, { icon, fontfile, variant });
      const file = join(web, socialImageFile(page.path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, image);
    }),
  );
};
