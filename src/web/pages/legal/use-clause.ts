import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { elementId } from './anchors.ts';

const showClause = (clause: string): void => {
  const element = document.getElementById(elementId(clause));
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  element?.focus({ preventScroll: true });
};

/**
 * The clause that the address names, scrolled to and given focus; without one, the page begins at
 * its top. A link to the clause that is shown already changes no address, so it is listened for.
 */
export const useClause = (): string | undefined => {
  const clause = new URLSearchParams(useSearch()).get('clause') ?? undefined;
  useEffect(() => {
    if (clause === undefined) {
      scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    showClause(clause);
    const again = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.href === location.href) showClause(clause);
    };
    addEventListener('click', again);
    return () => removeEventListener('click', again);
  }, [clause]);
  return clause;
};
