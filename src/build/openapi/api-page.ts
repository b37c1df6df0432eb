import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin, ViteDevServer } from 'vite';
import * as brand from '#contract/brand.ts';

const require = createRequire(import.meta.url);

/** Scalar in one file; its package is a development dependency. */
const viewerFile = (): string =>
  require.resolve('@scalar/fastify-api-reference').replace(/dist\/.*$/, 'dist/js/standalone.js');

// No request leaves the machine: no fonts, telemetry, agent or proxy of the viewer's maker.
const OPTIONS = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${brand.name} API</title>
    <script src="/docs/viewer.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body><div id="api"></div></body>
</html>
`;

const start = `Scalar.createApiReference('#api', ${JSON.stringify(OPTIONS)});\n`;

/** The viewer writes its styles at run time. Nothing else is looser than on the site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Served {
  type: string;
  body(vite: ViteDevServer): Promise<string | Buffer>;
}

const served: Record<string, Served> = {
  '/openapi.json': {
    type: 'application/json',
    // Loaded by Vite, so that a change of the contract is served without a restart.
    body: async (vite) => {
      const { formatApi } = (await vite.ssrLoadModule(
        '/src/build/openapi/document.ts',
      )) as typeof import('./document.ts');
      return formatApi();
    },
  },
  '/docs': { type: 'text/html; charset=utf-8', body: async () => page },
  '/docs/start.js': { type: 'text/javascript', body: async () => start },
  '/docs/viewer.js': { type: 'text/javascript', body: () => readFile(viewerFile()) },
};

/** Serves the description of the API at `/openapi.json` and a page that shows it at `/docs`, in development. */
export const apiPage = (): Plugin => ({
  name: 'api-page',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [path = ''] = (request.url ?? '').split('?', 1);
      const entry = served[path.replace(/^\/docs\/$/, '/docs')];
      if (!entry) return next();
      entry.body(server).then((body) => {
        response.writeHead(200, {
          'content-type': entry.type,
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        response.end(body);
      }, next);
    });
  },
});
