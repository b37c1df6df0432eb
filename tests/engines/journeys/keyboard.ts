import { expect, test } from 'vitest';
import { newAccount, PASSWORD } from '#tests/support/browser/forms/sign-up-form.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import type { Tab } from '#tests/support/engines/engine.ts';
import { expectHeading, expectPath } from '#tests/support/engines/expect-page.ts';

/** More than the focusable elements of the login page. */
const TAB_PRESSES_MAX = 40;

/** Presses Tab until an element that matches the selector has the focus; it must look focused. */
const tabTo = async (tab: Tab, selector: string): Promise<void> => {
  for (let presses = 0; presses < TAB_PRESSES_MAX; presses += 1) {
    await tab.press('Tab');
    const focus = await tab.evaluate((wanted) => {
      const { activeElement } = document;
      return (
        activeElement?.matches(wanted) && { isVisible: activeElement.matches(':focus-visible') }
      );
    }, selector);
    if (focus) {
      expect(focus).toEqual({ isVisible: true });
      return;
    }
  }
  throw new Error(`${TAB_PRESSES_MAX} presses of Tab did not reach ${selector}`);
};

/** The login without a pointer, from the link in the header. */
export const keyboardJourneys = (journey: CoreJourney): void => {
  test('a visitor logs in with the keyboard alone', async () => {
    const { site, tab } = journey;
    const email = await newAccount(site);
    await tab.open('/');
    await tabTo(tab, 'a[href="/login"]');
    await tab.press('Enter');
    await expectHeading(tab, 'Log in');
    await tabTo(tab, '[name=email]');
    await tab.type(email);
    await tabTo(tab, '[name=password]');
    await tab.type(PASSWORD);
    await tabTo(tab, '[name=consent]');
    await tab.type(' ');
    await tabTo(tab, 'button[type=submit]');
    await tab.press('Enter');
    await expectPath(tab, '/app/');
  });
};
