import type { Locator } from 'playwright-core';
import type { Visitor } from '../visitor.ts';

/** The paragraph of a form that contains this text, such as the offline notice. */
export const browserIssuesLine = ({ page }: Visitor, words: string): Locator =>
  page.locator('p', { hasText: words }).first();
