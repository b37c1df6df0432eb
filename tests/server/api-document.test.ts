import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi } from '#build/openapi/document.ts';
import { ROOT } from '#build/root.ts';
import { errorStatus } from '#contract/errors.ts';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/database/types.ts';

const page = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8');
const documented = [...page.matchAll(/^### `([A-Z]+ \/\S*)`$/gm)].map(([, call = '']) => call);

/** Routes need no rows: every query has an empty result. */
const openEmptyDatabase = () =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** The calls in the tree that Fastify prints, like `GET /app/*`. */
const readRoutes = (tree: string): string[] => {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    const url = `${parents[depth - 1] ?? ''}${part}`;
    parents.splice(depth, parents.length, url);
    if (methods === '') return [];
    // A wildcard is printed as a child of the path that ends before its slash.
    const path = url.replace(/([^/])\*$/, '$1/*');
    return methods.split(', ').map((method) => `${method} ${path}`);
  });
};

let app: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  app = await createApp({
    db: openEmptyDatabase(),
    mail: { place: '', send: async () => {}, close() {} },
    clock: { after: () => () => {} },
    config: {
      port: 0,
      host: '127.0.0.1',
      publicUrl: undefined,
      webOrigins: [],
      trustProxy: 0,
      secretKeys: ['x'.repeat(32)],
      salesEmail: 'sales@sitara.example',
    },
  });
  await app.ready();
});
afterAll(() => app.close());

// Preflight requests are part of CORS, not calls.
const registered = () =>
  readRoutes(app.printRoutes({ commonPrefix: false })).filter(
    (route) => !route.startsWith('OPTIONS '),
  );

it('docs/api.md describes every route of the server, and no other', () => {
  expect(documented.length).toBeGreaterThan(20);
  expect([...documented].sort()).toEqual(registered().sort());
});

/** Routes that respond with pages and their files, for browsers. */
const PAGES = /^(?:GET \/app(?:\/.*)?|POST \/demo)$/;

it('the OpenAPI description has every route of the server but pages, and no other', () => {
  const described = Object.entries(describeApi().paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(described.sort()).toEqual(
    registered()
      .filter((route) => !PAGES.test(route))
      .sort(),
  );
});

it('docs/api.md names every error code with its status', () => {
  const missing = Object.entries(errorStatus).filter(
    ([code, status]) => !new RegExp(`${status}\\s(?:\\| )?\`${code}\``).test(page),
  );
  expect(missing).toEqual([]);
});
