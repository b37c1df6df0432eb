// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { customerLogos } from '#web/content/customer-logos.ts';
import { customersContent } from '#web/content/customers.ts';
import { siteContent } from '#web/content/site.ts';
import { ComparisonTable } from '#web/marketing/comparison-table.tsx';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import stripStyles from '#web/marketing/logo-strip.module.css';
import { LogoStrip } from '#web/marketing/logo-strip.tsx';
import roundButton from '#web/marketing/motion/round-button.module.css';
import sectionStyles from '#web/marketing/section.module.css';
import { Section } from '#web/marketing/section.tsx';
import { click, find, findText, show } from './render-component.tsx';

let report: (isIntersecting: boolean) => void;

beforeEach(() => {
  class Observer {
    constructor(callback: IntersectionObserverCallback) {
      report = (isIntersecting) =>
        act(() => callback([{ isIntersecting } as never], this as never));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});
afterEach(() => vi.unstubAllGlobals());

const showLogos = () =>
  show(
    <LogoStrip heading={customersContent.heading}>
      <LogoRows />
    </LogoStrip>,
  );

it('the button of the logos says what it does next', () => {
  showLogos();
  const { label } = customersContent;
  const button = find('button');
  const name = () => button.getAttribute('aria-label');
  expect(name()).toBe(`${siteContent.pauseMotion} ${label}`);
  click(button);
  expect(name()).toBe(`${siteContent.playMotion} ${label}`);
  click(button);
  expect(name()).toBe(`${siteContent.pauseMotion} ${label}`);
});

it('logos that were paused and play again do so under the pointer, too', () => {
  showLogos();
  const button = find('button');
  const motion = () =>
    (['auto', 'paused', 'playing'] as const).filter(
      (name) => document.querySelector(`.${stripStyles[name]}`) !== null,
    );
  // Two bars, or one triangle.
  const parts = () => find('button path').getAttribute('d')?.match(/M/g)?.length;
  expect(motion()).toEqual(['auto']);
  click(button);
  expect(motion()).toEqual(['paused']);
  expect(parts()).toBe(1);
  click(button);
  expect(motion()).toEqual(['playing']);
  expect(parts()).toBe(2);
  expect(button.classList.contains(roundButton['motionOnly'] ?? '')).toBe(true);
});

it('the logos are there twice for the loop, and once to be read', () => {
  showLogos();
  const rows = [...document.querySelectorAll('ul')];
  expect(
    rows.map((row) => [
      row.getAttribute('aria-hidden'),
      row.classList.contains(stripStyles['copy'] ?? ''),
    ]),
  ).toEqual([
    [null, false],
    ['true', true],
  ]);
});

it('logos outside of the window stand still', () => {
  const isAway = () => document.querySelector('[data-away]') !== null;
  showLogos();
  report(false);
  expect(isAway()).toBe(true);
  report(true);
  expect(isAway()).toBe(false);
});

it('a screen reader reads each customer once, by name', () => {
  showLogos();
  const read = [...document.querySelectorAll('li')]
    .filter((item) => !item.closest('[aria-hidden="true"]'))
    .flatMap((item) => [...item.querySelectorAll('[role="img"]')]);
  expect(read.map((logo) => logo.getAttribute('aria-label'))).toEqual(
    customerLogos.map(({ name }) => name),
  );
  expect(read.filter((logo) => !logo.querySelector(':scope > [aria-hidden="true"]'))).toEqual([]);
});

it('a comparison is read by subject, before and after', () => {
  const rows = [{ subject: 'Time', before: 'a week', after: 'a day' }];
  show(<ComparisonTable caption="Hiring" columns={['What', 'Before', 'After']} rows={rows} />);
  expect(find('caption').textContent).toBe('Hiring');
  expect(find('th[scope="row"]').textContent).toBe('Time');
  expect(document.querySelectorAll('th[scope="col"]')).toHaveLength(3);
  const cells = [...document.querySelectorAll('td')].map((cell) => {
    for (const hidden of cell.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return cell.textContent;
  });
  expect(cells).toEqual(['a week', 'a day']);
});

it('a section that is linked to can take the focus, and has its lead', () => {
  show(
    <Section id="faq" heading="Questions" lead="Short answers">
      {null}
    </Section>,
  );
  expect(find('#faq').getAttribute('tabindex')).toBe('-1');
  findText('p', 'Short answers');
});

it.each([
  [{}, ['page', 'start'], false],
  [{ tone: 'night', layout: 'centre' }, ['night', 'centre'], true],
  [{ tone: 'warm', layout: 'beside' }, ['warm', 'beside'], false],
] as const)('a section %j looks like %j', (props, names, isNight) => {
  show(
    <Section heading="Questions" aside={<b>Ask us</b>} {...props}>
      {null}
    </Section>,
  );
  for (const name of names) expect(find(`.${sectionStyles[name]}`)).toBeTruthy();
  expect(find('section').hasAttribute('data-night')).toBe(isNight);
  findText('b', 'Ask us');
});
