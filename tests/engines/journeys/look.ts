import { expect, test } from 'vitest';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading } from '#tests/support/engines/expect-page.ts';

/** What engines lay out differently: how far an item of a row shrinks, where a line breaks. */
export const lookJourneys = (journey: CoreJourney): void => {
  test('icons beside long text are square', async () => {
    const { tab } = journey;
    await tab.open('/#/campaign');
    await expectHeading(tab, 'Hire 87% faster. Interview more of the people who apply.');
    const sizes = await tab.evaluate(() =>
      [...document.querySelectorAll('[viewBox="0 0 24 24"]')].map((icon) => {
        const { width, height } = icon.getBoundingClientRect();
        return Math.abs(width - height) < 0.1 ? 'square' : `${width} x ${height}`;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set(['square']));
  });

  test('the last line of a lead has several words, however wide it is', async () => {
    const { tab } = journey;
    await tab.open('/#/login');
    await expectHeading(tab, 'Log in');
    const lastLines = await tab.evaluate(() => {
      const lead = document.querySelector<HTMLElement>('h1 + p');
      const text = lead?.firstChild;
      if (!lead || !text) throw new Error('No lead follows the heading.');
      const topOf = ({ index, 0: word }: RegExpExecArray) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return Math.round(range.getBoundingClientRect().top);
      };
      return Array.from({ length: 40 }, (_, index) => {
        lead.style.inlineSize = `${200 + 5 * index}px`;
        const tops = [...(text.nodeValue?.matchAll(/\S+/g) ?? [])].map(topOf);
        return tops.filter((top) => top === tops.at(-1)).length;
      });
    });
    expect(Math.min(...lastLines), String(lastLines)).toBeGreaterThan(1);
  });
};
