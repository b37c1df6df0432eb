// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { ContentsBar } from '#web/pages/legal/table-of-contents.tsx';
import { click, find, show } from './ui/render-component.tsx';

const terms = {
  path: '/terms',
  sections: [
    { id: '1', label: '1', heading: 'Definitions' },
    { id: '2', label: '2', heading: 'Your account' },
  ],
} as unknown as LegalDocument;

it('the contents close over the clause that they lead to, also where a press moves no focus', () => {
  show(<ContentsBar document={terms} current="1" />);
  const details = find<HTMLDetailsElement>('details');
  details.open = true;
  const link = find<HTMLAnchorElement>('li:last-child a');
  expect(link.getAttribute('href')).toBe('/terms?clause=2');
  click(link);
  expect(details.open).toBe(false);
});
