import type { Locator } from 'playwright-core';
import type { Visitor } from './site.ts';

/** The box that agrees to the terms. */
export const consent = ({ page }: Visitor): Locator =>
  page.getByRole('checkbox', { name: /I agree/ });
