import type { PageInfo } from '../broadcast/messages.ts';

const ID_LENGTH = 4;

/** A name for a tab: its route and the last four characters of its id. */
export const tabName = (pages: PageInfo[], page: string): string => {
  const route = pages.find(({ id }) => id === page)?.route ?? 'closed';
  return `${route} ${page.slice(-ID_LENGTH)}`;
};
