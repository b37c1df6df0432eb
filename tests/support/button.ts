import type { Locator } from 'playwright-core';
import type { Stage } from './walk-browser.ts';

/** The button of exactly this name. */
export const button = ({ page }: Pick<Stage, 'page'>, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** The same while an answer is on its way. */
export const busyButton = (stage: Pick<Stage, 'page'>, name: string): Locator =>
  button(stage, name).and(stage.page.locator('[aria-busy]'));

/** The same while no answer is on its way. */
export const idleButton = (stage: Pick<Stage, 'page'>, name: string): Locator =>
  button(stage, name).and(stage.page.locator(':not([aria-busy])'));
