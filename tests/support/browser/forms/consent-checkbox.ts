import type { Locator } from 'playwright-core';
import type { Visitor } from '../visitor.ts';

/** The checkbox that accepts the terms. */
export const consentCheckbox = ({ page }: Visitor): Locator =>
  page.getByRole('checkbox', { name: /I agree/ });

/**
 * Accepts the terms where a passkey that was chosen before logs in at once. `check` would look at the checkbox
 * afterwards, which is gone by then.
 */
export const consentToPasskey = (visitor: Visitor): Promise<void> =>
  consentCheckbox(visitor).click();
