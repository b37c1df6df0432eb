import pixelmatch from 'pixelmatch';

/** An image as four bytes per pixel. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

/**
 * The colour distance that pixelmatch ignores, from 0 to 1; grey may differ by 5 of 255. Browser and
 * fonts are the same everywhere, but CPUs round blended and scaled colours by one or two.
 */
const THRESHOLD = 0.02;

/** The number of pixels that may differ by more: fewer than a full stop has. */
const DIFFERING_MAX = 4;

export interface Difference {
  /** One phrase, such as `212 pixels differ`. */
  reason: string;
  /** The differing pixels in red, if the sizes are the same. */
  picture?: Pixels;
}

/** How the approved and the taken picture differ; `undefined` if nobody could see it. */
export const comparePictures = (
  was: Pixels | undefined,
  is: Pixels | undefined,
): Difference | undefined => {
  if (!was) return { reason: 'no approved picture' };
  if (!is) return { reason: 'no page or state has this picture' };
  const { width, height } = was;
  if (width !== is.width || height !== is.height)
    return { reason: `${width} × ${height} is now ${is.width} × ${is.height}` };
  if (was.data.equals(is.data)) return undefined;
  const data = Buffer.alloc(was.data.length);
  const count = pixelmatch(was.data, is.data, data, width, height, {
    threshold: THRESHOLD,
    includeAA: true,
  });
  if (count <= DIFFERING_MAX) return undefined;
  return { reason: `${count} pixels differ`, picture: { width, height, data } };
};
