import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const modulePath = (file: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../../../src/server/${file}`, import.meta.url)));

// Both formats are decoded once beforehand, because loading the decoders takes memory.
const script = `
  import { readFile } from 'node:fs/promises';
  import { runnerImport } from 'vite';
  import sharp from 'sharp';
  const load = async (file) =>
    (await runnerImport(file, { configFile: false, logLevel: 'error' })).module;
  const { readLogo } = await load(${modulePath('companies/logo-image.ts')});
  const { createWorkQueues } = await load(${modulePath('limits/work-queue.ts')});
  const { imaging } = createWorkQueues();
  const [file, times] = process.argv.slice(1);
  const create = { width: 300, height: 300, channels: 3, background: 'red' };
  for (const format of ['png', 'jpeg'])
    await readLogo(await sharp({ create }).toFormat(format).toBuffer());
  const bytes = await readFile(file);
  gc();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => { most = Math.max(most, process.memoryUsage.rss()); };
  const looking = setInterval(look, 2);
  const outcomes = await Promise.all(Array.from({ length: Number(times) }, (_, index) =>
    imaging.run('ticket ' + index, () => readLogo(bytes)).then(() => 'taken', (error) => error.code)));
  look();
  clearInterval(looking);
  console.log(JSON.stringify({ outcomes, grownBytes: most - before }));
`;

interface Measured {
  /** `taken` or the error code, for each upload. */
  outcomes: string[];
  /** Peak growth of the resident set size. */
  grownBytes: number;
}

/**
 * Processes a picture as a logo several times at once in a separate process, and measures its
 * memory.
 */
export const measureLogoMemory = async (picture: Buffer, times: number): Promise<Measured> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-logo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'picture');
  await writeFile(file, picture);
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', script, file, String(times)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  await once(child, 'close');
  return JSON.parse(output);
};
