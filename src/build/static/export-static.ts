import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastify from 'fastify';
import { addNotFoundHandler } from '#server/http/error-handler.ts';
import { addPageStyle, STYLE, STYLE_PATH } from '#server/http/pages/page.ts';
import {
  addRobotsHeader,
  addSecurityHeaders,
  readContentPolicy,
} from '#server/http/security-headers.ts';
import { readSite } from '#server/http/site-files.ts';
import { addStaticSite } from '#server/http/static-site.ts';
import { compressSite } from '../assets/compress.ts';

type Headers = Record<string, string>;

/** What a host of files has to answer besides the files. */
interface SiteRules {
  /** Headers of the documents by their addresses; the file of `/pricing` is `pricing.html`. */
  documents: Record<string, Headers>;
  /** Headers of all other files by their paths. */
  files: Record<string, Headers>;
  /** Addresses by other spellings of them. */
  redirects: Record<string, string>;
  /** Headers of the answer that redirects. */
  redirecting: Headers;
  /** Headers of the page for unknown addresses. */
  missing: Headers;
}

const isEqual = (one: Headers, other: Headers): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Headers of files by path, or by `<folder>/*` where all files of a folder below the root have the same. */
const foldersOf = (files: SiteRules['files']): Record<string, Headers> => {
  const entries = Object.entries(files);
  const patterns = entries.map(([path, headers]): [string, Headers] => {
    const [folder] = /^\/[^/]+\//.exec(path) ?? [];
    const isUniform =
      folder !== undefined &&
      entries.every(([other, own]) => !other.startsWith(folder) || isEqual(own, headers));
    return [isUniform ? `${folder}*` : path, headers];
  });
  return Object.fromEntries(patterns);
};

const fileOf = (address: string): string => (address === '/' ? '/index.html' : `${address}.html`);

/**
 * The files `_headers` and `_redirects` of Netlify and Cloudflare Pages. What all answers share is under `/*`, and
 * nothing of it again, because both hosts join the values of a header that two rules set.
 */
const platformHeaders = (rules: SiteRules): { headers: string; redirects: string } => {
  const patterns = { ...rules.documents, ...foldersOf(rules.files), '/404.html': rules.missing };
  const all = Object.values(patterns);
  const isShared = ([name, value]: [string, string]) =>
    all.every((headers) => headers[name] === value);
  const shared = Object.entries(rules.missing).filter(isShared);
  const block = (pattern: string, headers: [string, string][]) =>
    [pattern, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const own = Object.entries(patterns).map(([pattern, headers]) =>
    block(
      pattern,
      Object.entries(headers).filter((entry) => !isShared(entry)),
    ),
  );
  return {
    headers: `${[block('/*', shared), ...own].join('\n\n')}\n`,
    redirects: Object.entries(rules.redirects)
      .map(([from, to]) => `${from} ${to} 301\n`)
      .join(''),
  };
};

const addHeaders = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `  add_header ${name} '${value.replaceAll("'", "\\'")}' always;\n`)
    .join('');

/**
 * An nginx configuration to include in a `server` block. A location repeats all headers, because one `add_header` of
 * its own drops those of the levels above.
 */
const nginxInclude = (rules: SiteRules): string => {
  const documents = Object.entries(rules.documents).map(
    ([address, headers]) =>
      `location = ${address} {\n  try_files ${fileOf(address)} =404;\n${addHeaders(headers)}}\n`,
  );
  const files = Object.entries(foldersOf(rules.files)).map(([pattern, headers]) => {
    const location = pattern.endsWith('/*') ? `^~ ${pattern.slice(0, -1)}` : `= ${pattern}`;
    // The types of older packages lack it.
    const type = pattern.endsWith('.webmanifest')
      ? '  default_type application/manifest+json;\n'
      : '';
    return `location ${location} {\n  try_files $uri @missing;\n${type}${addHeaders(headers)}}\n`;
  });
  // Upper case, `/` or more at the end, a file name; the address itself is an exact location, which wins.
  const redirects = Object.keys(rules.documents).map((address) => {
    const spelling = address === '/' ? '/index\\.html' : `${address}(?:\\.html|/index\\.html)?`;
    return `location ~* ^${spelling}/*$ { return 301 ${address}$is_args$args; }\n`;
  });
  return `# Written by npm run build -- --static. Include it in a server block whose root is this folder.
charset utf-8;
charset_types text/css text/plain application/javascript application/json;
gzip_static on;
gzip_vary on;
# Behind another proxy nginx knows neither scheme nor port of the address.
absolute_redirect off;
# As the server: //pricing is no address.
merge_slashes off;
# With the module ngx_brotli: brotli_static on;
error_page 404 /404.html;

# Of the redirects, which have none of their own.
${addHeaders(rules.redirecting)}
${documents.join('\n')}
${files.join('\n')}
${redirects.join('')}
location = /404.html {
  internal;
${addHeaders(rules.missing)}}

location @missing { return 404; }

location / { return 404; }
`;
};

/** Headers that a host writes by itself. */
const OF_THE_HOST = new Set([
  'accept-ranges',
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'vary',
]);

/** Other spellings of an address, which the server redirects to it. */
const spellingsOf = (address: string): string[] =>
  address === '/'
    ? ['/index.html']
    : [
        ...new Set(
          ['.html', '/', '//', '/index.html']
            .map((end) => address + end)
            .concat(address.toLowerCase()),
        ),
      ].filter((spelling) => spelling !== address);

/** What the server answers for the files of a built site, without its API. */
const readRules = async (dist: string): Promise<SiteRules & { notFound: string }> => {
  const webRoot = join(dist, 'web');
  const csp = await readContentPolicy(join(dist, 'csp.json'));
  const app = fastify();
  addSecurityHeaders(app, { csp }, true);
  addRobotsHeader(app);
  addNotFoundHandler(app);
  addPageStyle(app);
  await addStaticSite(app, { csp }, readSite(webRoot), async () => undefined);

  const headersAt = async (path: string): Promise<Headers> => {
    const { headers } = await app.inject({ url: path, headers: { accept: 'text/html' } });
    return Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !OF_THE_HOST.has(name))
        .map(([name, value]) => [name, String(value)]),
    );
  };
  const documents = Object.keys(csp.documents);
  const files = readdirSync(webRoot, { recursive: true, encoding: 'utf8' })
    .map((name) => `/${name.replaceAll('\\', '/')}`)
    .filter((path) => !/\/\.|\.(?:br|gz|html)$/.test(path) && statSync(webRoot + path).isFile())
    .concat(STYLE_PATH);

  const rules: SiteRules = {
    documents: {},
    files: {},
    redirects: {},
    redirecting: {},
    missing: await headersAt('/404'),
  };
  for (const path of documents) rules.documents[path] = await headersAt(path);
  for (const path of files) rules.files[path] = await headersAt(path);
  for (const spelling of documents.flatMap(spellingsOf)) {
    const { location = '', ...headers } = await headersAt(spelling);
    rules.redirects[spelling] = location;
    rules.redirecting = headers;
  }
  const { body } = await app.inject({ url: '/404', headers: { accept: 'text/html' } });
  await app.close();
  return { ...rules, notFound: body };
};

/**
 * Writes a folder that any host of files serves as the server does: the built site, the page for unknown addresses,
 * and headers and redirects in the form of Netlify and Cloudflare Pages (`_headers`, `_redirects`) and of nginx
 * (`nginx.conf`), which come from the server's own answers.
 *
 * @param dist the folder of a build
 */
export const exportStatic = async (dist: string): Promise<void> => {
  const folder = join(dist, 'static');
  const { notFound, ...rules } = await readRules(dist);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(dist, 'web'), folder, { recursive: true });
  mkdirSync(dirname(join(folder, STYLE_PATH)), { recursive: true });
  writeFileSync(join(folder, STYLE_PATH), STYLE);
  writeFileSync(join(folder, '404.html'), notFound);
  await compressSite(folder, ['404.html', STYLE_PATH.slice(1)]);
  const { headers, redirects } = platformHeaders(rules);
  writeFileSync(join(folder, '_headers'), headers);
  writeFileSync(join(folder, '_redirects'), redirects);
  writeFileSync(join(folder, 'nginx.conf'), nginxInclude(rules));
};
