import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { keepInHash } from '#web/routing/hash-location.ts';
import { isInitialView } from '#web/routing/initial-focus.ts';
import { routeOf } from '#web/routing/internal-link.ts';
import { savedPosition } from '#web/routing/scroll-positions.ts';
import { clauseNumber, elementId } from './anchors.ts';

const showClause = (clause: string): void => {
  const element = document.getElementById(elementId(clause));
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  element?.focus({ preventScroll: true });
};

/**
 * Number of the clause that `?clause=` names. The page scrolls to it and focuses it; without one, the
 * page begins at its top. After Back or Forward, the saved scroll position applies instead. A query in
 * front of the hash moves into the hash, because it would also apply to the next page.
 */
export const useClause = (): string | undefined => {
  const parameter = new URLSearchParams(useSearch()).get('clause');
  useEffect(() => {
    keepInHash('clause');
    if (parameter === null) {
      // The first page was at its top; who has scrolled since then stays there.
      if (!isInitialView()) scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    const show = () => showClause(clauseNumber(parameter));
    if (savedPosition() === undefined) show();
    // A link to the clause that is already shown does not change the address.
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link && routeOf(link) === location.hash.slice(1)) show();
    };
    addEventListener('click', onClick);
    return () => removeEventListener('click', onClick);
  }, [parameter]);
  return parameter === null ? undefined : clauseNumber(parameter);
};
