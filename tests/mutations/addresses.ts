import type { Mutation } from '#build/mutations/mutation.ts';

const SERVED = 'tests/server/http/built-site.test.ts';
const ADDRESSES = 'tests/journeys/pages/addresses.test.ts';

/** Faults of the real addresses of pages. */
export const addresses: Mutation[] = [
  {
    name: 'a redirect to a page drops the query',
    file: 'src/server/http/static/document-routes.ts',
    from: 'address + url.slice(path.length)',
    to: 'address',
    tests: [SERVED],
  },
  {
    name: 'a document may run the inline scripts of no document',
    file: 'src/server/http/static/document-routes.ts',
    from: 'documentPolicy(csp, inline)',
    to: 'documentPolicy(csp, { scripts: [], styles: [] })',
    tests: [SERVED],
  },
  {
    name: 'an email address stays in the address of a page',
    file: 'src/web/boot/address-script.ts',
    from: '(?!utm_|email(?:=|$)|$)',
    to: '(?!utm_|$)',
    tests: [ADDRESSES],
  },
  {
    name: 'campaign values apply to the first page only',
    file: 'src/web/boot/address-script.ts',
    from: '`/${campaign}${route}`',
    to: '`/${route}`',
    tests: [ADDRESSES],
  },
  {
    name: 'a link with a modifier key opens its page in the same tab',
    file: 'src/web/routing/internal-link.ts',
    from: '|| metaKey || ctrlKey ||',
    to: '||',
    tests: [ADDRESSES],
  },
  {
    name: 'the app moves a scrolled page when it is mounted',
    file: 'src/web/boot/mount-app.ts',
    from: '  globalThis.renderDeferred?.();\n',
    to: '',
    tests: ['tests/journeys/pages/home.test.ts'],
  },
];
