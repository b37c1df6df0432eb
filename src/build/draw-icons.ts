import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawSocialImage } from './draw-social-image.ts';
import { ROOT } from './root.ts';

const DIRECTORY = `${ROOT}public`;
/** The night behind the star, for icons that a system cuts into its own shape. */
const NIGHT = '#0f1220';
/** Share of a system icon that the drawing takes; the rest may be cut off (W3C maskable icons). */
const SAFE_SHARE = 0.8;

const squareIcons = [{ file: 'favicon-32.png', side: 32 }];

const systemIcons = [
  { file: 'apple-touch-icon.png', side: 180 },
  { file: 'icon-192.png', side: 192 },
  { file: 'icon-512.png', side: 512 },
];

const draw = (svg: Buffer, side: number) =>
  sharp(svg, { density: (72 * side) / 32 }).resize(side, side);

/**
 * Draws the PNG icons and the social image from `public/favicon.svg` beside it. They are kept with
 * the source: `node src/build/run.js draw-icons` after the drawing or the brand has changed. Sizes
 * are in pixels.
 */
export default async (): Promise<void> => {
  const svg = await readFile(`${DIRECTORY}/favicon.svg`);
  for (const { file, side } of squareIcons)
    await writeFile(`${DIRECTORY}/${file}`, await draw(svg, side).png().toBuffer());
  for (const { file, side } of systemIcons) {
    const inner = Math.round(side * SAFE_SHARE);
    const drawing = await draw(svg, inner).flatten({ background: NIGHT }).toBuffer();
    const sheet = sharp({ create: { width: side, height: side, channels: 3, background: NIGHT } });
    await writeFile(
      `${DIRECTORY}/${file}`,
      await sheet
        .composite([{ input: drawing }])
        .png({ palette: true })
        .toBuffer(),
    );
  }
  await writeFile(`${DIRECTORY}/social.png`, await drawSocialImage(svg.toString()));
};
