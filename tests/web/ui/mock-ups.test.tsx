// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { campaignContent } from '#web/content/campaign.ts';
import { homeStaticContent } from '#web/content/home-static.ts';
import {
  insightMock,
  interviewMock,
  rankingMock,
  SHORTLISTED,
  slotMock,
} from '#web/content/mock-ups.ts';
import campaignStyles from '#web/pages/campaign/campaign.module.css';
import Campaign from '#web/pages/campaign/campaign.tsx';
import customersStyles from '#web/pages/campaign/customers.module.css';
import integrationsStyles from '#web/pages/campaign/integrations.module.css';
import parallelStyles from '#web/pages/campaign/parallel-interviews.module.css';
import { ParallelInterviews } from '#web/pages/campaign/parallel-interviews.tsx';
import benefitStyles from '#web/pages/home/candidate-benefits.module.css';
import skyStyles from '#web/pages/home/features/applicant-sky.module.css';
import cardStyles from '#web/pages/home/features/feature-cards.module.css';
import insightStyles from '#web/pages/home/mock-ups/insight-mock.module.css';
import { InsightMock } from '#web/pages/home/mock-ups/insight-mock.tsx';
import interviewStyles from '#web/pages/home/mock-ups/interview-mock.module.css';
import { InterviewMock } from '#web/pages/home/mock-ups/interview-mock.tsx';
import rankingStyles from '#web/pages/home/mock-ups/ranking-mock.module.css';
import { RankingMock } from '#web/pages/home/mock-ups/ranking-mock.tsx';
import { staticParts } from '#web/pages/home/static-parts.tsx';
import { find, show } from './render-component.tsx';

type Styles = Record<string, string>;

const all = (styles: Styles, name: string) => [
  ...document.querySelectorAll<HTMLElement>(`.${styles[name]}`),
];
const texts = (styles: Styles, name: string) =>
  all(styles, name).map(({ textContent }) => textContent);
const numbers = (elements: Element[], attribute: string) =>
  elements.map((element) => Number(element.getAttribute(attribute)));

it('of the ranked candidates the first ones are shortlisted, and one is in an interview', () => {
  show(<RankingMock />);
  const { rows } = rankingMock;
  const names = (name: string) =>
    all(rankingStyles, name).map(
      (row) => row.querySelector(`.${rankingStyles['name']}`)?.textContent,
    );
  expect(names('shortlisted')).toEqual(rows.slice(0, SHORTLISTED).map(({ name }) => name));
  expect(names('rest')).toEqual(rows.slice(SHORTLISTED).map(({ name }) => name));
  expect(names('live')).toEqual(
    rows.filter((row) => !('interview' in row)).map(({ name }) => name),
  );
  expect(texts(rankingStyles, 'rank')).toEqual(
    rows.map((_, index) => (index < SHORTLISTED ? '' : String(index + 1))),
  );
  expect(document.querySelectorAll(`.${rankingStyles['rank']} svg`)).toHaveLength(SHORTLISTED);
  const scores = rows.flatMap((row) =>
    'interview' in row ? [row.resume, row.interview] : [row.resume],
  );
  expect(numbers(all(rankingStyles, 'filled'), 'width')).toEqual(scores);
});

it.each([
  [true, 1],
  [false, 0],
])('the shortlist appears after the table where it is animated: %s', (isAnimated, count) => {
  show(<RankingMock isAnimated={isAnimated} />);
  expect(all(rankingStyles, 'delayed')).toHaveLength(count);
});

it('of the strengths the strongest is a star, and a stronger one is larger and further out', () => {
  show(<InsightMock layout="stage" />);
  const { strengths } = insightMock;
  const strongest = strengths.reduce((best, one) => (one.value > best.value ? one : best));
  expect(texts(insightStyles, 'strongest').map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    `${strongest.label} ${strongest.value}`,
  ]);
  expect(all(insightStyles, 'star')).toHaveLength(1);
  const others = strengths.filter((one) => one !== strongest);
  const points = all(insightStyles, 'point');
  const radii = numbers(points, 'r');
  const [x, y] = [numbers(points, 'cx'), numbers(points, 'cy')];
  const distances = points.map((_, index) =>
    Math.hypot(((x[index] ?? 0) - 150) / 78, ((y[index] ?? 0) - 90) / 64),
  );
  const order = (values: number[]) =>
    values.map((_, index) => index).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0));
  const byValue = order(others.map(({ value }) => value));
  expect(order(radii)).toEqual(byValue);
  expect(order(distances)).toEqual(byValue);
  const corners = find('polyline').getAttribute('points')?.split(' ');
  expect(new Set(corners).size).toBe(strengths.length);
});

it('a label of a strength stands outside of its point, with its value in the last line', () => {
  show(<InsightMock layout="stage" />);
  for (const label of all(insightStyles, 'label')) {
    const x = Number(label.getAttribute('x'));
    const anchor = x > 162 ? 'start' : x < 138 ? 'end' : 'middle';
    expect([label.textContent, label.getAttribute('text-anchor')]).toEqual([
      label.textContent,
      anchor,
    ]);
    expect(label.lastElementChild?.querySelector(`.${insightStyles['value']}`)).not.toBeNull();
    expect(label.querySelectorAll(`.${insightStyles['value']}`)).toHaveLength(1);
  }
});

it.each([
  ['overlay', 0],
  ['stage', 1],
] as const)('the insight card as %s has %i recommendations', (layout, count) => {
  show(<InsightMock layout={layout} />);
  expect(texts(insightStyles, 'insight')).toEqual(count ? [insightMock.insight] : []);
  expect(all(insightStyles, layout)).toHaveLength(1);
});

it.each(['overlay', 'stage'] as const)(
  'the interview as %s shows which question it is at',
  (layout) => {
    show(<InterviewMock layout={layout} />);
    const { asked, of } = interviewMock;
    expect(all(interviewStyles, layout)).toHaveLength(1);
    expect(
      [...(all(interviewStyles, 'points')[0]?.children ?? [])].map(({ className }) => className),
    ).toEqual(
      Array.from({ length: of }, (_, index) => interviewStyles[index < asked ? 'asked' : 'open']),
    );
  },
);

it('one day and one time of the interview are chosen', () => {
  const { candidates: Candidates } = staticParts;
  show(<Candidates />);
  const chosen = texts(benefitStyles, 'chosen');
  expect(chosen).toHaveLength(2);
  expect(chosen[0]).toContain(slotMock.chosenDay);
  expect(chosen[1]).toBe(slotMock.chosenTime);
});

it('the cards show a hundred applicants, the lines that counted, the skill and the hours saved', () => {
  const { cards } = homeStaticContent;
  const { cards: Cards } = staticParts;
  show(<Cards />);
  const dots = ['points', 'bright'].map(
    (name) => all(skyStyles, name)[0]?.getAttribute('d')?.match(/h0/g)?.length ?? 0,
  );
  expect(dots.reduce((sum, count) => sum + count)).toBe(100);
  expect(all(skyStyles, 'star')[0]?.getAttribute('d')?.match(/M/g)).toHaveLength(5);
  expect(find('polyline').getAttribute('points')?.split(' ')).toHaveLength(5);
  expect(all(cardStyles, 'counted').map((line) => line.firstElementChild?.textContent)).toEqual(
    cards.resume.lines.filter(({ isCounted }) => isCounted).map(({ line }) => line),
  );
  expect(texts(cardStyles, 'asked')).toEqual([cards.skills.asked]);
  const widths = (name: string) =>
    [...(all(cardStyles, name)[0]?.getAttribute('d') ?? '').matchAll(/0h(\d+)/g)].map(([, width]) =>
      Number(width),
    );
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const share = sum(widths('removed')) / (sum(widths('removed')) + sum(widths('left')));
  expect(share * 100).toBeCloseTo(Number.parseFloat(cards.screening.claim.figure), 0);
  expect(all(cardStyles, 'strike')[0]?.getAttribute('d')?.match(/M/g)).toHaveLength(4);
});

it('the last step of the process is a star, the others are counted', () => {
  const { process: Process } = staticParts;
  show(<Process />);
  const points = [...document.querySelectorAll('li [aria-hidden="true"]:not(svg)')];
  expect(points.map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '']);
  expect(points.map((point) => point.querySelector('svg') !== null)).toEqual([
    ...[false, false, false],
    true,
  ]);
});

it('on the campaign the first quote is large, what comes later is marked, and bars have their sizes', () => {
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  show(<Campaign />);
  const { customers, integrations, hires } = campaignContent;
  const named = (styles: Styles, name: string, heading: string) =>
    all(styles, name).map((element) => element.querySelector(heading)?.textContent?.trim());
  expect(named(customersStyles, 'large', `.${customersStyles['name']}`)).toEqual([
    customers.first.name,
  ]);
  expect(named(integrationsStyles, 'planned', 'h3')).toEqual(
    integrations.items
      .filter(({ isUpcoming }) => isUpcoming)
      .map(({ title }) => `${title} ${integrations.upcoming}`),
  );
  for (const { size, label } of hires.bars)
    expect(named(campaignStyles, size, 'dt')).toEqual([label]);
  vi.unstubAllGlobals();
});

it('of sixteen candidates one is interviewed without the product, and all are with it', () => {
  show(<ParallelInterviews />);
  const sides = [...document.querySelectorAll('li')].map((side) => [
    side.querySelectorAll(`.${parallelStyles['interviewed']}`).length,
    side.querySelectorAll(`.${parallelStyles['star']}`).length,
    side.querySelector(`.${parallelStyles['line']}`)?.getAttribute('d')?.match(/M/g)?.length,
  ]);
  expect(sides).toEqual([
    [1, 0, 1],
    [16, 1, 5],
  ]);
});
