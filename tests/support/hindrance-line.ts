import type { Locator } from 'playwright-core';
import type { Visitor } from './site.ts';

/** The line of a form that begins with these words, such as that the visitor is offline. */
export const hindranceLine = ({ page }: Visitor, words: string): Locator =>
  page.locator('p', { hasText: words }).first();
