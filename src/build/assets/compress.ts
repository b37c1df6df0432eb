import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compressible files; fonts and images are already compressed. */
const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/;
/** Smaller files save less than the extra response headers cost. */
const BYTES_MIN = 512;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/**
 * What the encoder is to try: the size of its blocks, as a power of two or its own choice, and the number of distances
 * with a code of their own. Which is shortest, none can tell; the same document varies by a hundred bytes.
 */
const TRIES = [
  [0, 0],
  [0, 1],
  [16, 2],
  [17, 1],
] as const;

const toShortestBrotli = async (bytes: Buffer): Promise<Buffer> => {
  const tried = await Promise.all(
    TRIES.map(([blockSize, directDistances]) =>
      toBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_LGBLOCK]: blockSize,
          [constants.BROTLI_PARAM_NDIRECT]: directDistances,
        },
      }),
    ),
  );
  return tried.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
};

/**
 * Writes a brotli and a gzip copy next to every text file of the built site, for the server to send.
 *
 * @param names only these files, from `web`
 */
export const compressSite = async (web: string, names?: readonly string[]): Promise<void> => {
  const files = (names?.map((name) => join(web, name)) ?? filesBelow(web)).filter(
    (file) => TEXT.test(file) && statSync(file).size >= BYTES_MIN,
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const [brotli, gzipped] = await Promise.all([
        toShortestBrotli(bytes),
        toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      writeFileSync(`${file}.br`, brotli);
      writeFileSync(`${file}.gz`, gzipped);
    }),
  );
};
