import type { Locator } from 'playwright-core';
import type { Visitor } from '../visitor.ts';

/** The checkbox that accepts the terms. */
export const consentCheckbox = ({ page }: Visitor): Locator =>
  page.getByRole('checkbox', { name: /I agree/ });
