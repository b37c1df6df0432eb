import type { Page } from 'playwright-core';
import { required } from '#contract/text.ts';
import { type HeldCeremonies, holdCeremonies } from '../browser/passkeys/hold-ceremonies.ts';
import type { DriverContext } from './traverse-in-browser.ts';

const held = new WeakMap<Page, HeldCeremonies>();

/** Holds the ceremonies of a path's page until its drivers end them. */
export const holdPageCeremonies = async (
  { page }: DriverContext,
  questions?: string[],
): Promise<void> => {
  held.set(page, await holdCeremonies(page, questions));
};

/** The held ceremonies of a path's page. */
export const ceremoniesOf = ({ page }: DriverContext): HeldCeremonies => required(held.get(page));
