import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from '#build/root.ts';
import type { Pixels } from './compare-pictures.ts';

/** Approved pictures as lossless WebP. */
const APPROVED = join(ROOT, 'tests', 'visual', 'approved');
const EXTENSION = '.webp';
/** Higher values take several times as long and save a few percent. */
const EFFORT = 4;

export const approvedFile = (name: string): string => join(APPROVED, name + EXTENSION);

/** The pixels of a PNG or WebP. */
export const readPixels = async (image: string | Buffer): Promise<Pixels> => {
  // The server, which runs in the same process, blocks every format that it does not accept.
  sharp.unblock({ operation: ['VipsForeignLoadWebp'] });
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

/** Writes pixels as a lossless WebP; creates its folder. */
export const writePixels = async (file: string, { data, ...size }: Pixels): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await sharp(data, { raw: { ...size, channels: 4 } })
    .webp({ lossless: true, effort: EFFORT })
    .toFile(file);
};

/** The approved picture, if there is one. */
export const readApproved = async (name: string): Promise<Pixels | undefined> =>
  existsSync(approvedFile(name)) ? readPixels(approvedFile(name)) : undefined;

/** The names of all approved pictures. */
export const approvedNames = (): string[] =>
  existsSync(APPROVED)
    ? readdirSync(APPROVED, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(EXTENSION))
        .map((file) => file.slice(0, -EXTENSION.length).replaceAll('\\', '/'))
        .sort()
    : [];

export const removeApproved = (name: string): Promise<void> => rm(approvedFile(name));
