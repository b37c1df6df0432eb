import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import * as brand from '#contract/brand.ts';
import { canDraw, headingTrueType } from '../assets/heading-font.ts';
import { skySheet } from '../assets/sky-sheet.ts';
import { escapeMarkup } from '../fill-placeholders.ts';
import { ROOT } from '../root.ts';
import { type HeadPage, pageName, socialImageFile } from './sitemap.ts';

/** Family name in the heading font's name table; it is the same for every instance. */
const FAMILY = 'Bricolage Grotesque 96pt ExtraBold';

/** Text colours on the dark background. */
const INK = '#f4f2ec';
const QUIET_INK = '#a9aec0';

/** A larger palette or more effort does not make the file smaller. */
const COLOURS = 64;
/** Positions and lengths in pixels; star and name are centred on NAME_MIDDLE. */
const LEFT = 80;
const NAME_LEFT = 150;
const NAME_MIDDLE = 106;
const TEXT_WIDTH = 675;
const HEADLINE_TOP = 204;
const HEADLINE_SIZES = [116, 108, 100, 92, 84, 76, 70];
const LINE_BOTTOM = 552;
const LINE_SIZES = [32, 30, 28];
const LINE_HEIGHT_MAX = 120;
const GAP = 48;
/** A text is narrowed to balance its lines; the least width is found with this precision. */
const BALANCE_PRECISION = 8;

interface TextStyle {
  text: string;
  /** In pixels. */
  size: number;
  /** Letter spacing as a multiple of the size. */
  spacing: number;
  /** As a multiple of the font's own. */
  lineHeight: number;
  colour: string;
}

/** Rendered text: RGBA pixels, cropped to the ink. */
interface Rendered {
  data: Buffer;
  width: number;
  height: number;
}

/** The words of a social image. */
interface SocialImageText {
  headline: string;
  /** Smaller, below the headline. */
  line: string;
}

const renderText = async (
  fontfile: string,
  { text, size, spacing, lineHeight, colour }: TextStyle,
  width?: number,
): Promise<Rendered> => {
  const { data, info } = await sharp({
    text: {
      // At 72 dpi a point is a pixel; Pango counts letter spacing in 1024ths of a point.
      text: `<span foreground="${colour}" font_family="${FAMILY}" font_size="${size}pt" line_height="${lineHeight}" letter_spacing="${Math.round(spacing * size * 1024)}">${escapeMarkup(text)}</span>`,
      fontfile,
      dpi: 72,
      rgba: true,
      ...(width && { width }),
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Renders a text at the first size at which it fits, with lines of similar length. */
const renderFitting = async (
  fontfile: string,
  style: Omit<TextStyle, 'size'>,
  sizes: readonly number[],
  heightMax: number,
): Promise<Rendered> => {
  for (const size of sizes) {
    const render = (width: number) => renderText(fontfile, { ...style, size }, width);
    let fitting = await render(TEXT_WIDTH);
    // A word that is wider than the box is not wrapped.
    if (fitting.width > TEXT_WIDTH || fitting.height > heightMax) continue;
    let tooNarrow = 0;
    while (fitting.width - tooNarrow > BALANCE_PRECISION) {
      const width = Math.round((tooNarrow + fitting.width) / 2);
      const narrower = await render(width);
      if (narrower.height > fitting.height || narrower.width > width) tooNarrow = width;
      else fitting = narrower;
    }
    return fitting;
  }
  throw new Error(`The text does not fit into the social image: ${style.text}`);
};

const layerOf = (
  { data, width, height }: Rendered,
  left: number,
  top: number,
): OverlayOptions & { left: number; top: number } => ({
  input: data,
  raw: { width, height, channels: 4 },
  left,
  top,
});

const layers = async (fontfile: string, { headline, line }: SocialImageText) => {
  const name = await renderText(fontfile, {
    text: brand.name,
    size: 52,
    spacing: -0.02,
    lineHeight: 1,
    colour: INK,
  });
  const below = await renderFitting(
    fontfile,
    { text: line, spacing: 0, lineHeight: 1.1, colour: QUIET_INK },
    LINE_SIZES,
    LINE_HEIGHT_MAX,
  );
  const lineTop = LINE_BOTTOM - below.height;
  const above = await renderFitting(
    fontfile,
    { text: headline, spacing: -0.03, lineHeight: 0.9, colour: INK },
    HEADLINE_SIZES,
    lineTop - GAP - HEADLINE_TOP,
  );
  return [
    layerOf(name, NAME_LEFT, Math.round(NAME_MIDDLE - name.height / 2)),
    layerOf(above, LEFT, HEADLINE_TOP),
    layerOf(below, LEFT, lineTop),
  ];
};

/**
 * Draws the Open Graph image of a page: star and name of the brand, headline and line, beside a
 * constellation. Resolves with a PNG of 1200 by 630 pixels; rejects when a text does not fit or has a
 * character that the heading font lacks.
 *
 * @param icon the markup of `public/favicon.svg`, which contains the star
 * @param fontfile path of the heading font as TrueType
 * @param variant which of the skies, see `skySheet`
 */
export const drawSocialImage = async (
  text: SocialImageText,
  { icon, fontfile, variant }: { icon: string; fontfile: string; variant: number },
): Promise<Buffer> => {
  for (const part of [brand.name, text.headline, text.line])
    if (!canDraw(part)) throw new Error(`The heading font lacks a character of: ${part}`);
  return sharp(Buffer.from(skySheet(icon, variant)))
    .composite(await layers(fontfile, text))
    .png({ palette: true, dither: 0, colours: COLOURS, effort: 1 })
    .toBuffer();
};

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
