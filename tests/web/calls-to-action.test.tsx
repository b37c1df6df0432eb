// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import About from '#web/pages/about/about.tsx';
import Campaign from '#web/pages/campaign/campaign.tsx';
import DemoEmbed from '#web/pages/demo-embed/demo-embed.tsx';
import DemoSchedule from '#web/pages/demo-schedule/demo-schedule.tsx';
import NotFound from '#web/pages/fallback/not-found.tsx';
import { staticParts } from '#web/pages/home/static-parts.tsx';
import Pricing from '#web/pages/pricing/pricing.tsx';
import ThankYou from '#web/pages/thank-you/thank-you.tsx';
import { useHashLocation } from '#web/routing/current-route.ts';
import { click, show } from './ui/render-component.tsx';

const FORMS = ':is(main, section) a:is([href^="/checkout"], [href^="/demo"], [href^="/login"])';
const { actions: Actions, closing: Closing, faq: HomeFaq } = staticParts;

/** Links to forms on each page, and how many of them stand out. */
const pages: [name: string, page: ReactNode, links: number, primary: number][] = [
  ['about', <About key="" />, 2, 1],
  ['pricing', <Pricing key="" />, 5, 2],
  ['the campaign', <Campaign key="" />, 2, 0],
  ['an unknown address', <NotFound key="" />, 2, 0],
  ['the thanks for a request', <ThankYou key="" />, 1, 1],
  ['the page of a booking frame', <DemoEmbed key="" />, 1, 1],
  ['the page of a calendar', <DemoSchedule key="" />, 1, 1],
  [
    'the top of home',
    <section key="">
      <Actions />
    </section>,
    2,
    1,
  ],
  ['the questions of home', <HomeFaq key="" />, 1, 0],
  ['the end of home', <Closing key="" />, 2, 1],
];

beforeEach(() => {
  history.replaceState(null, '', '/#/');
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});

it.each(pages)(
  'the forms behind %s begin without the address of another one',
  (...[, page, count]) => {
    show(<Router hook={useHashLocation}>{page}</Router>);
    const links = [...document.querySelectorAll<HTMLAnchorElement>(FORMS)];
    expect(links).toHaveLength(count);
    for (const link of links) {
      act(() => history.replaceState(null, '', '/#/'));
      click(link);
      const { plan } = link.dataset;
      expect([link.textContent, history.state]).toEqual([
        link.textContent,
        { email: '', ...(plan && { plan }) },
      ]);
    }
  },
);

it.each(pages)(
  'of the links of %s at most one of each place stands out',
  (...[, page, , count]) => {
    show(<Router hook={useHashLocation}>{page}</Router>);
    expect(document.querySelectorAll(`${FORMS}[class*="primary"]`)).toHaveLength(count);
  },
);
