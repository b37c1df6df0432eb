import { expect, test } from 'vitest';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading } from '#tests/support/engines/expect-page.ts';

/** Engines differ in how far they let an item of a row shrink. */
export const iconJourneys = (journey: CoreJourney): void => {
  test('icons beside long text are square', async () => {
    const { tab } = journey;
    await tab.open('/#/campaign');
    await expectHeading(tab, 'Hire 87% faster. Interview everyone who applies.');
    const sizes = await tab.evaluate(() =>
      [...document.querySelectorAll('[viewBox="0 0 24 24"]')].map((icon) => {
        const { width, height } = icon.getBoundingClientRect();
        return Math.abs(width - height) < 0.1 ? 'square' : `${width} x ${height}`;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set(['square']));
  });
};
