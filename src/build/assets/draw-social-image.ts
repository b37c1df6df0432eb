import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import * as brand from '../../contract/brand.ts';
import { escapeMarkup } from '../site/escape-markup.ts';
import { headingTrueType } from './heading-font.ts';
import { skySheet } from './sky-sheet.ts';

/** Family name in the heading font's name table; it is the same for every instance. */
const FAMILY = 'Bricolage Grotesque 96pt ExtraBold';

/** Text colours on the dark background. */
const INK = '#f4f2ec';
const QUIET_INK = '#a9aec0';
const LINE = 'AI video interviews, ranked with the reasons.';

const TAGLINE_WIDTH = 680;
/** Positions in pixels; star and name are centred on NAME_MIDDLE. */
const LEFT = 80;
const NAME_LEFT = 150;
const NAME_MIDDLE = 106;
const TAGLINE_TOP = 212;
const LINE_TOP = 520;

interface TextStyle {
  text: string;
  /** In pixels; so are letter spacing and width. */
  size: number;
  spacing: number;
  colour: string;
  width?: number;
}

/** Renders text to a PNG that is cropped to its ink. */
const renderText = (fontfile: string, { text, size, spacing, colour, width }: TextStyle) =>
  sharp({
    text: {
      // At 72 dpi a point is a pixel; Pango counts letter spacing in 1024ths of a point.
      text: `<span foreground="${colour}" font_family="${FAMILY}" font_size="${size}pt" line_height="0.9" letter_spacing="${Math.round(spacing * 1024)}">${escapeMarkup(text)}</span>`,
      fontfile,
      dpi: 72,
      rgba: true,
      ...(width && { width }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

const layers = async (fontfile: string): Promise<OverlayOptions[]> => {
  const name = await renderText(fontfile, { text: brand.name, size: 52, spacing: -1, colour: INK });
  const tagline = await renderText(fontfile, {
    text: brand.tagline,
    size: 116,
    spacing: -3.5,
    colour: INK,
    width: TAGLINE_WIDTH,
  });
  const line = await renderText(fontfile, { text: LINE, size: 32, spacing: 0, colour: QUIET_INK });
  return [
    { input: name.data, left: NAME_LEFT, top: Math.round(NAME_MIDDLE - name.info.height / 2) },
    { input: tagline.data, left: LEFT, top: TAGLINE_TOP },
    { input: line.data, left: LEFT, top: LINE_TOP },
  ];
};

/**
 * Draws the Open Graph image: star, name and tagline of the brand beside a constellation. Resolves
 * with a PNG of 1200 by 630 pixels; rejects when the heading font's package is missing.
 *
 * @param icon the markup of `public/favicon.svg`, which contains the star
 */
export const drawSocialImage = async (icon: string): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'social-image-'));
  try {
    const fontfile = join(folder, 'heading.ttf');
    await writeFile(fontfile, await headingTrueType());
    return await sharp(Buffer.from(skySheet(icon)))
      .composite(await layers(fontfile))
      .png({ palette: true, dither: 0 })
      .toBuffer();
  } finally {
    await rm(folder, { recursive: true });
  }
};
