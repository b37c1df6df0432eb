import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { findProgram } from '#build/local-programs.ts';
import { exportStatic } from '#build/static/export-static.ts';
import { STYLE_PATH } from '#server/http/pages/page.ts';
import { startNginx } from '#tests/support/server/nginx.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const dist = mkdtempSync(join(tmpdir(), 'sitara-dist-'));
const web = join(dist, 'web');
const folder = join(dist, 'static');
const LONG = 'a text that is long enough to be compressed, '.repeat(20);
const files: Record<string, string> = {
  'index.html': `<!doctype html><title>Home</title>${LONG}`,
  'pricing.html': '<!doctype html><title>Pricing</title>',
  'forgotPassword.html': '<!doctype html><title>Password</title>',
  'demo/embed.html': '<!doctype html><title>Embedded</title>',
  'assets/main-abc123.js': `export const text = '${LONG}';`,
  'assets/main-abc123.css': 'a { color: red }',
  'social/home.png': 'png',
  'robots.txt': 'User-agent: *',
  'site.webmanifest': '{}',
};
const csp = {
  documents: Object.fromEntries(
    ['/', '/pricing', '/forgotPassword', '/demo/embed'].map((path) => [
      path,
      { scripts: [`'sha256-${path.length}='`], styles: [] },
    ]),
  ),
  connect: ['https://api.example'],
  frame: [],
  scriptOrigins: ['https://tag.example'],
  images: ['https://tag.example'],
  payment: [],
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(join(web, name, '..'), { recursive: true });
  writeFileSync(join(web, name), text);
}
writeFileSync(join(dist, 'csp.json'), JSON.stringify(csp));

const PATHS = [
  ...Object.keys(csp.documents),
  '/assets/main-abc123.js',
  '/assets/main-abc123.css',
  '/social/home.png',
  '/robots.txt',
  '/site.webmanifest',
  STYLE_PATH,
];
const COMPARED = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

/** The headers of a path by the rules of Netlify and Cloudflare Pages: those of all patterns that match. */
const platformHeadersOf = (path: string): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const block of readFileSync(join(folder, '_headers'), 'utf8').trim().split('\n\n')) {
    const [pattern = '', ...lines] = block.split('\n');
    const isMatch = pattern.endsWith('*')
      ? path.startsWith(pattern.slice(0, -1))
      : path === pattern;
    for (const line of isMatch ? lines : []) {
      const [, name = '', value = ''] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
      found[name] = name in found ? `${found[name]}, ${value}` : value;
    }
  }
  return found;
};

const pick = (headers: Record<string, unknown>) =>
  Object.fromEntries(COMPARED.map((name) => [name, headers[name]]));

beforeAll(() => exportStatic(dist));

onEmbeddedDatabase(
  'the static site',
  (server) => {
    const answerOf = async (path: string) => {
      const headers = { accept: 'text/html' };
      const answer = await server().client().get(path, { headers });
      // The server's own documents set a cookie.
      const cacheControl = String(answer.headers['cache-control']).replace('private, ', '');
      const own: typeof answer.headers = { ...answer.headers, 'cache-control': cacheControl };
      return { ...answer, headers: own };
    };

    it.each(PATHS)('has the headers of the server in _headers: %s', async (path) => {
      expect(pick(platformHeadersOf(path))).toEqual(pick((await answerOf(path)).headers));
    });

    it('redirects other spellings to the addresses of the server', async () => {
      const lines = readFileSync(join(folder, '_redirects'), 'utf8').trim().split('\n');
      for (const end of ['.html', '/', '//', '/index.html'])
        expect(lines).toContain(`/pricing${end} /pricing 301`);
      for (const line of lines) {
        const [from = '', to, status] = line.split(' ');
        const { headers } = await answerOf(from);
        expect([from, headers['location'], '301']).toEqual([from, to, status]);
      }
    });

    it('has the files of the build, compressed too, and the page for unknown addresses', async () => {
      for (const [name, text] of Object.entries(files))
        expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
      expect(readFileSync(join(folder, '404.html'), 'utf8')).toBe(
        (await answerOf('/nowhere')).text,
      );
      expect(existsSync(join(folder, '404.html.br'))).toBe(true);
    });

    it('is served by nginx as by the server', async (context) => {
      const program = findProgram('nginx');
      if (program === undefined) return skipBecause(context, 'nginx is not installed');
      const origin = await startNginx(program, `root ${folder}; include ${folder}/nginx.conf;`);
      for (const path of [...PATHS, '/nowhere', '//pricing', '/assets/gone.js']) {
        const own = await answerOf(path);
        const other = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
        expect([path, other.status]).toEqual([path, own.status]);
        expect(pick(Object.fromEntries(other.headers))).toEqual(pick(own.headers));
        expect(await other.text()).toBe(own.text);
        const type = (headers: unknown) => String(headers).replace('application/', 'text/');
        expect(type(other.headers.get('content-type'))).toBe(type(own.headers['content-type']));
      }
      for (const path of [
        '/Pricing?a=1',
        '/pricing/',
        '/pricing//',
        '/PRICING/index.html',
        '/index.html',
        '/forgotpassword',
        '/demo/embed.html',
      ]) {
        const other = await fetch(origin + path, { redirect: 'manual' });
        const own = (await answerOf(path)).headers;
        expect([path, other.status]).toEqual([path, 301]);
        const { location, ...headers } = Object.fromEntries(other.headers);
        expect([location, pick(headers)]).toEqual([own['location'], pick(own)]);
      }
      for (const path of ['/nowhere', STYLE_PATH]) {
        const other = await fetch(origin + path, { headers: { 'accept-encoding': 'gzip' } });
        expect([other.headers.get('content-encoding'), other.headers.get('vary')]).toEqual([
          'gzip',
          'Accept-Encoding',
        ]);
      }
    });
  },
  { config: { webRoot: web, csp, publicUrl: 'https://www.sitara.example' } },
);
