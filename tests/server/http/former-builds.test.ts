import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { reap } from '#server/database/reaper.ts';
import { onEachDatabase, openTestServer } from '#tests/support/server/test-server.ts';

/** A built site with one chunk that has its name, one that all builds share, and one that is not compressed. */
const newBuild = (name: string): string => {
  const webRoot = mkdtempSync(join(tmpdir(), 'sitara-web-'));
  const write = (file: string, text: string, isCompressed = true) => {
    writeFileSync(join(webRoot, file), text);
    if (isCompressed) writeFileSync(join(webRoot, `${file}.br`), brotliCompressSync(text));
  };
  mkdirSync(join(webRoot, 'assets'));
  write('index.html', `<!doctype html><title>${name}</title>`);
  write(`assets/page-${name}.js`, `export const build = '${name}';`);
  write('assets/shared-1234.js', 'export {};');
  write(`assets/plain-${name}.css`, 'a { color: red }', false);
  write(`robots-${name}.txt`, 'User-agent: *');
  return webRoot;
};

onEachDatabase('former builds', (server, kind) => {
  const paths = async (): Promise<string[]> => {
    const rows = await server()
      .db.selectFrom('site_files')
      .select('path')
      .orderBy('path')
      .execute();
    return rows.map(({ path }) => path);
  };
  const pathsOf = (name: string) => [`/assets/page-${name}.js`, `/assets/plain-${name}.css`];

  /** Starts a server with a build, and waits until it is stored, which happens in the background. */
  const serve = async (name: string) => {
    const config = { webRoot: newBuild(name) };
    const one = await openTestServer(kind, { beside: server(), config });
    onTestFinished(one.close);
    await expect
      .poll(() =>
        one.db
          .selectFrom('site_files')
          .select('path')
          .where('replaced_at', 'is', null)
          .orderBy('path')
          .execute(),
      )
      .toEqual([...pathsOf(name), '/assets/shared-1234.js'].map((path) => ({ path })));
    return one.client();
  };

  it('a server has the chunks of other builds, in the same form, and the builds after its own', async () => {
    const one = await serve('one');
    const two = await serve('two');
    const own = await one.get('/assets/page-one.js', { headers: { 'accept-encoding': 'br' } });
    for (const [encoding, path] of [
      ['br', '/assets/page-one.js'],
      ['identity', '/assets/page-one.js'],
      ['br', '/assets/plain-one.css'],
    ] as const) {
      const headers = { 'accept-encoding': encoding };
      const [expected, found] = [
        await one.get(path, { headers }),
        await two.get(path, { headers }),
      ];
      const parts = ({ status, text, headers: all }: typeof found) => [
        status,
        text,
        ...['content-type', 'content-encoding', 'cache-control', 'etag', 'vary'].map(
          (name) => all[name],
        ),
      ];
      expect(parts(found)).toEqual(parts(expected));
    }
    const known = { 'if-none-match': String(own.headers['etag']), 'accept-encoding': 'br' };
    expect((await two.get('/assets/page-one.js', { headers: known })).status).toBe(304);
    // A tab of the new build, whose request a server of the old one gets.
    expect((await one.get('/assets/page-two.js')).text).toContain("build = 'two'");
    for (const path of [
      'page-none.js',
      '%00',
      'page-one.js%00',
      '..%2fpage-one.js',
      'a'.repeat(250),
    ])
      expect([path, (await two.get(`/assets/${path}`)).status]).toEqual([path, 404]);
    expect((await two.get('/robots-one.txt')).status).toBe(404);
  });

  it('those of every build are kept for 14 days after it was replaced', async () => {
    for (const name of ['three', 'four', 'five']) await serve(name);
    const names = ['one', 'two', 'three', 'four', 'five'];
    expect(await paths()).toEqual([...names.flatMap(pathsOf), '/assets/shared-1234.js'].sort());
    const age = (interval: string) =>
      sql`update site_files set replaced_at = now() - ${sql.lit(interval)}::interval
        where replaced_at is not null`.execute(server().db);
    await age('13 days 23 hours');
    await reap(server().db);
    expect(await paths()).toHaveLength(11);
    await age('14 days 1 hour');
    await reap(server().db);
    expect(await paths()).toEqual([...pathsOf('five'), '/assets/shared-1234.js']);
  });

  it('a build that comes back is the newest again', async () => {
    await serve('six');
    await serve('seven');
    await serve('six');
    const { rows } = await sql`select path from site_files where replaced_at is not null
      order by path`.execute(server().db);
    expect(rows.slice(0, 2)).toEqual([
      { path: '/assets/page-five.js' },
      { path: '/assets/page-seven.js' },
    ]);
  });

  it('no more than 50 builds are kept, the newest ones', async () => {
    await sql`insert into site_files (path, build, is_brotli, body, replaced_at)
      select '/assets/' || number || '.js', number, false, '', now() - interval '1 day' * (60 - number) / 10
      from generate_series(1, 60) number`.execute(server().db);
    await serve('eight');
    const kept = await paths();
    expect(kept.filter((path) => /^\/assets\/\d/.test(path))).toHaveLength(46);
    expect(kept).toContain('/assets/60.js');
    expect(kept).not.toContain('/assets/1.js');
    expect(kept).toEqual(expect.arrayContaining(pathsOf('seven')));
  });
});
