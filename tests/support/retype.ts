import type { Locator } from 'playwright-core';

/** Fills a field as a change, even if the text is there already. */
export const retype = async (field: Locator, text: string): Promise<void> => {
  if ((await field.inputValue()) === text) await field.fill(`${text}0`);
  await field.fill(text);
};
