import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { ROOT } from '#build/root.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';

const SOURCES = join(ROOT, 'src', 'server', 'database');
const CACHE = join(ROOT, '.cache', 'database');

/** A migrated embedded database without rows. Creating one takes seconds, copying it does not. */
interface EmbeddedTemplate {
  /** A data folder of the server. */
  folder: string;
  /** The same database as a file for PGlite's `loadDataDir`. */
  dump: string;
}

/** Changes with everything that the template is made from. */
const keyOfSources = (): string => {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter((name) => /\.(?:ts|sql)$/.test(name)))
    hash.update(file).update(readFileSync(join(SOURCES, file)));
  return hash.digest('hex').slice(0, 16);
};

const templateIn = (place: string): EmbeddedTemplate => ({
  folder: join(place, 'data'),
  dump: join(place, 'dump.tar'),
});

const makeTemplate = async (place: string): Promise<void> => {
  const { folder, dump } = templateIn(place);
  await mkdir(folder, { recursive: true });
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder });
  await migrate(db);
  await close();
  const pglite = await PGlite.create(join(folder, 'db'));
  const blob = await pglite.dumpDataDir('none');
  await pglite.close();
  await writeFile(dump, Buffer.from(await blob.arrayBuffer()));
};

/** The template of the current sources; made by the first caller and kept in `.cache/database`. */
export const embeddedTemplate = async (): Promise<EmbeddedTemplate> => {
  const key = keyOfSources();
  const place = join(CACHE, key);
  if (existsSync(place)) return templateIn(place);
  // Processes that make it at the same time don't share a folder; the first one to finish wins.
  const unfinished = `${place}-${process.pid}`;
  await makeTemplate(unfinished);
  await rename(unfinished, place).catch(() => rm(unfinished, { recursive: true }));
  const outdated = (await readdir(CACHE)).filter((name) => !name.startsWith(key));
  await Promise.all(outdated.map((name) => rm(join(CACHE, name), { recursive: true })));
  return templateIn(place);
};

/** Copies a migrated database without rows into a data folder of the server. */
export const copyEmbeddedTemplate = async (dataDir: string): Promise<void> =>
  cp((await embeddedTemplate()).folder, dataDir, { recursive: true });
