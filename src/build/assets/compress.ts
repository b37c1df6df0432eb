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

/** The size of the encoder's blocks, as a power of two, and the number of distances with a code of their own. */
type Try = readonly [blockSize: number, directDistances: number];

/** The encoder's own choice, and another one. Which is shortest, none can tell; most scripts vary by a few bytes. */
const FILE_TRIES: readonly Try[] = [
  [0, 0],
  [17, 1],
];
/** The same document varies by a hundred bytes. */
const DOCUMENT_TRIES: readonly Try[] = [...FILE_TRIES, [0, 1], [16, 2]];

const toShortestBrotli = async (bytes: Buffer, tries: readonly Try[]): Promise<Buffer> => {
  const tried = await Promise.all(
    tries.map(([blockSize, directDistances]) =>
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
        toShortestBrotli(bytes, file.endsWith('.html') ? DOCUMENT_TRIES : FILE_TRIES),
        toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      writeFileSync(`${file}.br`, brotli);
      writeFileSync(`${file}.gz`, gzipped);
    }),
  );
};
