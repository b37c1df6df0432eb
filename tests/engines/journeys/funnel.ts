import { expect, test } from 'vitest';
import { lastDays, readReport } from '#server/funnel/report.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading } from '#tests/support/engines/expect-page.ts';

/** The counts of pages arrive when these are left. */
export const funnelJourneys = (journey: CoreJourney): void => {
  test('a page that is left tells its counts', async () => {
    const { site, tab } = journey;
    for (let index = 0; index < 5; index += 1) {
      await tab.open('/login');
      await expectHeading(tab, 'Log in');
      await tab.fill('Email', 'asha@acme.example');
      await tab.open('/pricing');
      await expectHeading(tab, 'Start free. Pay when you hire more.');
    }
    const started = async () => {
      const { report } = await readReport(site.db, lastDays(1));
      return report.charts.find(({ chart }) => chart === 'login')?.now.started;
    };
    await expect.poll(started).toBe(5);
  });
};
