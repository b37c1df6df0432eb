// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { ContentsBar } from '#web/pages/legal/table-of-contents.tsx';
import { click, find, press, show, waitFor } from './ui/render-component.tsx';

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

/** Opens the contents, beside a control of the page. */
const open = (): HTMLDetailsElement => {
  show(
    <>
      <ContentsBar document={terms} current="1" />
      <button type="button">Beside</button>
    </>,
  );
  const details = find<HTMLDetailsElement>('details');
  details.open = true;
  return details;
};
const pressPointer = (element: Element) =>
  act(() => void element.dispatchEvent(new Event('pointerdown', { bubbles: true })));

it('Escape closes the contents, and leaves the focus on their button; closed, they take no focus', () => {
  const details = open();
  find('li a').focus();
  press('a');
  expect(details.open).toBe(true);
  press('Escape');
  expect(details.open).toBe(false);
  expect(document.activeElement).toBe(find('summary'));
  find('button').focus();
  press('Escape');
  expect(document.activeElement).toBe(find('button'));
});

it('a press beside the contents closes them, one inside does not', () => {
  const details = open();
  pressPointer(find('li'));
  expect(details.open).toBe(true);
  pressPointer(find('button'));
  expect(details.open).toBe(false);
});

it('the contents close when the focus goes on into the page', async () => {
  const details = open();
  act(() => find('button').focus());
  await waitFor(() => expect(details.open).toBe(false));
});
