import type { Visitor } from './visitor.ts';

/** Runs an action in a second tab of the same browser context, then closes the tab. */
export const withSecondTab = async (
  visitor: Visitor,
  act: (tab: Visitor) => Promise<void>,
): Promise<void> => {
  const page = await visitor.page.context().newPage();
  await act({ ...visitor, page });
  await page.close();
};
