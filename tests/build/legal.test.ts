import { expect, test } from 'vitest';
import { documentText, htmlOf } from '#tests/support/legal-text.ts';
import privacy from '#web/content/legal/privacy.md';
import agreement from '#web/content/legal/subscription-agreement.md';
import terms from '#web/content/legal/terms.md';
import { routes } from '#web/routing/routes.tsx';

const documents = [terms, agreement, privacy];
const named = documents.map((document) => [document.path, document] as const);

test.each(named)('the text of %s is the approved one', async (path, document) => {
  await expect(documentText(document)).toMatchFileSnapshot(`../approved/legal${path}.txt`);
});

test.each(named)('%s is a route', (path) => {
  expect(routes).toHaveProperty([path]);
});

test.each(named)('every link of %s has a target', (_, document) => {
  const places = new Set(
    documents.flatMap(({ path, sections }) => [
      path,
      ...sections.flatMap(({ id, clauses }) =>
        [id, ...clauses.map((clause) => clause.id)].map(
          (place) => `${path}?clause=${place}#clause-${place}`,
        ),
      ),
    ]),
  );
  const links = [...htmlOf(document).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((href) => !href?.startsWith('mailto:') && !places.has(`${href}`))).toEqual(
    [],
  );
});

test('the policy has the specified sections in order', () => {
  expect(privacy.title).toBe('Privacy Policy');
  expect(privacy.sections.map(({ heading }) => heading)).toEqual([
    'Information We Collect',
    'Other Information Collected',
    'Information from Third Parties',
    'Talent Search',
    'How We Use Information',
    'Automated Decisions',
    'Disclosure',
    'Your Choices',
    'Third Parties',
    'Log Data',
    'Location Information',
    'Cookies',
    "Children's Privacy",
    'Service Providers',
    'Communications',
    'Compliance With Laws',
    'Business Transaction',
    'Security',
    'International Transfer',
    'Update Your Information',
    'Changes to this Privacy Policy',
    'Contact Information',
  ]);
});
