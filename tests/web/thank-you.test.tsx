// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { demoVariants } from '#web/content/demo-variants.ts';
import { thankYouContent as words } from '#web/content/thank-you.ts';
import DemoSchedule from '#web/pages/demo-schedule/demo-schedule.tsx';
import styles from '#web/pages/thank-you/thank-you.module.css';
import ThankYou from '#web/pages/thank-you/thank-you.tsx';
import ThankYouCampaign from '#web/pages/thank-you/thank-you-campaign.tsx';
import { find, findText, show } from './ui/render-component.tsx';

afterEach(() => vi.unstubAllEnvs());

it('who has asked for a demo can sign up meanwhile', () => {
  show(<ThankYou />);
  expect(findText('main a', words.start).getAttribute('href')).toBe('/checkout');
});

it.each([
  ['a demo', ThankYou],
  ['a demo of the campaign', ThankYouCampaign],
])('who has asked for %s reads what happens next, and is led home', (_, Page) => {
  show(<Page />);
  expect(find('ol').getAttribute('aria-label')).toBe(words.nextHeading);
  expect(findText('main a', words.home).getAttribute('href')).toBe('/');
});

it('of the next steps the first is done, and the next one is a star', () => {
  show(<ThankYou />);
  const steps = [...document.querySelectorAll('main li')];
  expect(steps.map((step) => step.classList.contains(styles['done'] ?? ''))).toEqual(
    words.next.map((_, index) => index === 0),
  );
  expect(steps.map((step) => step.querySelector('svg') !== null)).toEqual(
    words.next.map((_, index) => index === 1),
  );
});

it.each([
  ['with', 'https://calendar.example/demo', 1],
  ['without', '', 0],
] as const)('on a site %s a calendar the pages of a demo offer its times', (_, url, count) => {
  vi.stubEnv('VITE_CALENDAR_URL', url);
  for (const Page of [ThankYou, DemoSchedule]) {
    document.body.replaceChildren();
    show(<Page />);
    const buttons = [...document.querySelectorAll('main button')].filter(
      ({ textContent }) => textContent === demoVariants.schedule.open,
    );
    expect(buttons).toHaveLength(count);
  }
  const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(count ? [] : ['/demo']);
});
