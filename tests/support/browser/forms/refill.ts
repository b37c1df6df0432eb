import type { Locator } from 'playwright-core';

/** Fills a field so that a change event fires even if it already contains the text. */
export const refill = async (field: Locator, text: string): Promise<void> => {
  if ((await field.inputValue()) === text) await field.fill(`${text}0`);
  await field.fill(text);
};
