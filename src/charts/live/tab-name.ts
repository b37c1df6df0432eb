import type { PageInfo } from '../relay/messages.ts';

const ID_LENGTH = 4;

/** What tells a tab from others that show the same route: the route, and the end of its id. */
export const tabName = (pages: PageInfo[], page: string): string => {
  const route = pages.find(({ id }) => id === page)?.route ?? 'closed';
  return `${route} ${page.slice(-ID_LENGTH)}`;
};
