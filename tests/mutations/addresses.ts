import type { Mutation } from '#build/testing/mutations.ts';

const SERVED = 'tests/server/http/built-site.test.ts';

/** Faults of the real addresses of pages. */
export const addresses: Mutation[] = [
  {
    name: 'a redirect to a page drops the query',
    file: 'src/server/http/static-site.ts',
    from: 'address + url.slice(path.length)',
    to: 'address',
    tests: [SERVED],
  },
  {
    name: 'a document may run the inline scripts of no document',
    file: 'src/server/http/static-site.ts',
    from: 'documentPolicy(csp, inline)',
    to: 'documentPolicy(csp, { scripts: [], styles: [] })',
    tests: [SERVED],
  },
];
