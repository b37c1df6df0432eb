import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { addNotFoundHandler } from '#server/http/error-handler.ts';
import {
  addRobotsHeader,
  addSecurityHeaders,
  readContentPolicy,
} from '#server/http/security-headers.ts';
import { addStaticSite } from '#server/http/static-site.ts';
import { compressSite } from '../assets/compress.ts';
import { type Headers, nginxInclude, platformHeaders, type SiteRules } from './host-rules.ts';

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
    : [...new Set([`${address}.html`, `${address}/`, address.toLowerCase()])].filter(
        (spelling) => spelling !== address,
      );

/** What the server answers for the files of a built site, without its API. */
const readRules = async (dist: string): Promise<SiteRules & { notFound: string }> => {
  const webRoot = join(dist, 'web');
  const csp = await readContentPolicy(join(dist, 'csp.json'));
  const app = fastify();
  addSecurityHeaders(app, { csp }, true);
  addRobotsHeader(app);
  addNotFoundHandler(app);
  await addStaticSite(app, { csp } as Parameters<typeof addStaticSite>[1], webRoot);

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
    .filter((path) => !/\/\.|\.(?:br|gz|html)$/.test(path) && statSync(webRoot + path).isFile());

  const rules: SiteRules = {
    documents: {},
    files: {},
    redirects: {},
    missing: await headersAt('/404'),
  };
  for (const path of documents) rules.documents[path] = await headersAt(path);
  for (const path of files) rules.files[path] = await headersAt(path);
  for (const spelling of documents.flatMap(spellingsOf)) {
    const { headers } = await app.inject(spelling);
    rules.redirects[spelling] = String(headers.location);
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
  writeFileSync(join(folder, '404.html'), notFound);
  await compressSite(folder, ['404.html']);
  const { headers, redirects } = platformHeaders(rules);
  writeFileSync(join(folder, '_headers'), headers);
  writeFileSync(join(folder, '_redirects'), redirects);
  writeFileSync(join(folder, 'nginx.conf'), nginxInclude(rules));
};
