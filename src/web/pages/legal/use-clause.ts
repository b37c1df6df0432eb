import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { keepInHash } from '#web/location.ts';
import { clauseNumber, elementId } from './anchors.ts';

const showClause = (clause: string): void => {
  const element = document.getElementById(elementId(clause));
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  element?.focus({ preventScroll: true });
};

/**
 * The clause that the address names, scrolled to and given focus; without one, the page begins at
 * its top. A clause that the address names before the hash goes behind it, or it would be looked for
 * in the next text too. A link to the clause that is shown already changes no address, so it is listened for.
 */
export const useClause = (): string | undefined => {
  const written = new URLSearchParams(useSearch()).get('clause');
  useEffect(() => {
    keepInHash('clause');
    if (written === null) {
      scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    const show = () => showClause(clauseNumber(written));
    show();
    const again = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.href === location.href) show();
    };
    addEventListener('click', again);
    return () => removeEventListener('click', again);
  }, [written]);
  return written === null ? undefined : clauseNumber(written);
};
