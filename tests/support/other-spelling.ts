import type { Locator } from 'playwright-core';

/** The same address in letters that differ from what the field holds, so that filling it is a change. */
export const otherSpelling = async (field: Locator, address: string): Promise<string> =>
  (await field.inputValue()) === address ? address.toUpperCase() : address;
