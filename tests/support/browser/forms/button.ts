import type { Locator } from 'playwright-core';
import type { DriverContext } from '#tests/support/chart-paths/traverse-in-browser.ts';

/** The button with exactly this name. */
export const button = ({ page }: Pick<DriverContext, 'page'>, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** The button while its request is pending (`aria-busy`). */
export const busyButton = (stage: Pick<DriverContext, 'page'>, name: string): Locator =>
  button(stage, name).and(stage.page.locator('[aria-busy]'));

/** The button while no request is pending. */
export const idleButton = (stage: Pick<DriverContext, 'page'>, name: string): Locator =>
  button(stage, name).and(stage.page.locator(':not([aria-busy])'));
