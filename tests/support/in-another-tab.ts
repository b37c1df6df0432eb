import type { Visitor } from './site.ts';

/** Does something in a second tab of the same browser, which shares cookies and local storage, and closes it. */
export const inAnotherTab = async (
  visitor: Visitor,
  act: (tab: Visitor) => Promise<void>,
): Promise<void> => {
  const page = await visitor.page.context().newPage();
  await act({ ...visitor, page });
  await page.close();
};
