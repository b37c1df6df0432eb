import { expect, test } from 'vitest';
import { countLeads } from '#tests/support/browser/forms/demo-form.ts';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading, expectPath } from '#tests/support/engines/expect-page.ts';
import { fillDemo } from '#tests/support/engines/forms.ts';

/** Demo requests, on their own page and in the dialog of the campaign page. */
export const demoJourneys = (journey: CoreJourney): void => {
  test('a visitor requests a demo', async () => {
    const { site, tab } = journey;
    const email = newAddress();
    await tab.open('/#/demo');
    await expectHeading(tab, 'Book a Demo');
    await fillDemo(tab, email);
    await tab.click('Request a demo');
    await expectPath(tab, '/#/thankyou');
    expect(await countLeads(site, email)).toBe(1);
  });

  test('a visitor requests a demo in the dialog of the campaign page', async () => {
    const { site, tab } = journey;
    const email = newAddress();
    await tab.open('/#/campaign');
    await tab.click('Book a demo');
    await expect
      .poll(() => tab.evaluate(() => document.activeElement?.closest('dialog:modal') !== null))
      .toBe(true);
    await fillDemo(tab, email);
    await tab.click('Request a demo');
    await expectPath(tab, '/#/thankyou_campaign');
    expect(await countLeads(site, email)).toBe(1);
  });
};
