import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { textFaults } from '#tests/support/readability/text-faults.ts';
import { hostileMails, sampleMails } from '#tests/support/server/mail/sample-mails.ts';

const journey = setUpSite();

const mails = [
  ...Object.entries(sampleMails),
  ...Object.entries(hostileMails).map(([name, mail]) => [`hostile ${name}`, mail] as const),
];
const PHONE = { width: 390, height: 844 };
const widths = [320, 390, 700];
/** Of the page and the card. */
const grounds = {
  light: ['rgb(251, 250, 247)', 'rgb(255, 255, 255)'],
  dark: ['rgb(15, 18, 32)', 'rgb(23, 27, 46)'],
};

/** Runs in the page: the widths of the card and the texts beside it. */
const measureCard = () => {
  const card = document.querySelector('.card')?.getBoundingClientRect() ?? new DOMRect();
  const outside: string[] = [];
  const texts = document.createTreeWalker(
    document.querySelector('main') as Element,
    NodeFilter.SHOW_TEXT,
  );
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = new Range();
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    if (text.nodeValue?.trim() && width > 0 && (left < card.left || right > card.right))
      outside.push(text.nodeValue);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    width: card.width,
    isCentred: card.left === clientWidth - card.right,
    overflow: scrollWidth - clientWidth,
    outside,
  };
};

const groundsOf = (page: Page) =>
  page.evaluate(() =>
    ['body', '.card'].map(
      (box) => getComputedStyle(document.querySelector(box) as Element).backgroundColor,
    ),
  );

const expectInsideCard = async (page: Page): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const message = `${width} px`;
    const { width: cardWidth, ...card } = await page.evaluate(measureCard);
    expect(cardWidth, message).toBeLessThanOrEqual(560);
    expect(card, message).toEqual({ isCentred: true, overflow: 0, outside: [] });
    expect(await page.evaluate(textFaults), message).toEqual([]);
  }
};

const expectCard = async ({ html }: { html: string }): Promise<void> => {
  const { page } = await journey.site.visitor({ viewport: PHONE });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await groundsOf(page)).toEqual(grounds[colorScheme]);
    expect(await auditPage(page), colorScheme).toEqual([]);
  }
  await expectInsideCard(page);
  expect(requests).toEqual([]);
};

testConditions(
  Object.entries(sampleMails),
  ([name]) => `the mail ${name} is a card with a heading, in both schemes`,
  ([, mail]) => expectCard(mail),
);
test.each(Object.entries(hostileMails))(
  'the hostile mail %s is a card with a heading, in both schemes',
  FURTHER,
  (_, mail) => expectCard(mail),
);

testConditions(
  mails,
  ([name]) => `the mail ${name} is as readable where its style sheet is dropped`,
  async ([, { html }]) => {
    const { page } = await journey.site.visitor({ viewport: PHONE, colorScheme: 'dark' });
    await page.setContent(html);
    await page.evaluate(() => document.querySelector('style')?.remove());
    expect(await groundsOf(page)).toEqual(grounds.light);
    expect(await auditPage(page)).toEqual([]);
    await expectInsideCard(page);
  },
);

test('a code is seen in two groups, and copied as six digits', async () => {
  const { page } = await journey.site.visitor();
  await page.setContent(sampleMails['code']?.html ?? '');
  const box = page.getByRole('main').getByText('012345', { exact: true });
  const [first, second] = await box.evaluate((cell) =>
    [...cell.childNodes].map((part) => {
      const range = new Range();
      range.selectNodeContents(part);
      return range.getBoundingClientRect().toJSON() as DOMRect;
    }),
  );
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(10);
  await box.dblclick();
  expect(await page.evaluate(() => String(getSelection()))).toBe('012345');
  const all = box.evaluate((cell) => {
    getSelection()?.selectAllChildren(cell);
    return String(getSelection());
  });
  expect(await all).toBe('012345');
});

test('the line that binds a code is the last text, and the first one is hidden', async () => {
  const { page } = await journey.site.visitor();
  await page.setContent(sampleMails['code-of-a-host']?.html ?? '');
  const lines = (await page.locator('body').innerText()).split('\n');
  expect(lines.at(-1)).toBe('@www.sitara.example #012345');
  const preheader = page.getByText('012345 is your Sitara code');
  expect([await preheader.count(), await preheader.isVisible()]).toEqual([1, false]);
});
