import type { Mutation } from '#build/testing/mutations.ts';

const HEAD = 'tests/build/search/page-head.test.ts';
const DATA = 'tests/build/search/structured-data.test.ts';

/** Faults of what search engines and link previews read. */
export const search: Mutation[] = [
  {
    name: 'an unlisted page may be listed by search engines',
    file: 'src/build/site/page-head.ts',
    from: ": [meta('name', 'robots', 'noindex')]",
    to: ': []',
    tests: [HEAD],
  },
  {
    name: 'every preview shows the image of the home page',
    file: 'src/build/site/page-head.ts',
    from: 'socialImageFile(path)',
    to: "socialImageFile('/')",
    tests: [HEAD],
  },
  {
    name: 'the structured data have the questions of one column',
    file: 'src/build/site/page-head.ts',
    from: 'faqContent.columns.flat()',
    to: 'faqContent.columns[0]',
    tests: [DATA],
  },
  {
    name: 'the API may be listed by search engines',
    file: 'src/server/http/security-headers.ts',
    from: '|readyz|v\\d+)',
    to: '|readyz)',
    tests: ['tests/server/http/robots-header.test.ts'],
  },
];
