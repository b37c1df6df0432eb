import type { Locator } from 'playwright-core';

/**
 * The address, in upper case if the field already contains it: filling the field is then always a
 * change.
 */
export const differentCase = async (field: Locator, address: string): Promise<string> =>
  (await field.inputValue()) === address ? address.toUpperCase() : address;
