import { comparePictures, type Difference, type Pixels } from './compare-pictures.ts';
import { recordDifference } from './difference-record.ts';
import { approvedFile, readApproved, readPixels, writePixels } from './picture-files.ts';

/** Whether this run renews the approved pictures: `npm run visual -- --approve`. */
export const isApproving = process.env['VISUAL'] === 'approve';

/** Ends the message of a failed comparison. */
export const REMEDY =
  'See .cache/visual/index.html. If the change is intended: npm run visual -- --approve';

/** A page that still changes after so many pictures is not still. */
const TRIES_MAX = 10;

/** Takes pictures until one is expected or two in a row are the same. */
const takeStill = async (
  take: () => Promise<Buffer>,
  isExpected: (picture: Buffer) => Promise<boolean>,
): Promise<void> => {
  let last: Buffer | undefined;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const picture = await take();
    if (last?.equals(picture) || (await isExpected(picture))) return;
    last = picture;
  }
  throw new Error(`${TRIES_MAX} pictures in a row were different`);
};

/**
 * Compares a page with its approved picture, which it replaces when approving.
 *
 * @returns one line, if the picture is missing or differs; `.cache/visual` has the pictures then
 */
export const checkPicture = async (
  name: string,
  take: () => Promise<Buffer>,
): Promise<string | undefined> => {
  const was = await readApproved(name);
  let is: Pixels | undefined;
  let difference: Difference | undefined;
  await takeStill(take, async (taken) => {
    is = await readPixels(taken);
    difference = comparePictures(was, is);
    return !difference;
  });
  if (!difference) return undefined;
  if (isApproving && is) {
    await writePixels(approvedFile(name), is);
    return undefined;
  }
  const { reason, picture } = difference;
  await recordDifference({ name, reason, was, is, difference: picture });
  return `${name}: ${reason}`;
};

/** Records an approved picture that no test takes; returns one line. */
export const recordSuperfluous = async (name: string): Promise<string> => {
  const was = await readApproved(name);
  const { reason = '' } = comparePictures(was, undefined) ?? {};
  await recordDifference({ name, reason, was });
  return `${name}: ${reason}`;
};
