import { type ReactNode, useRef } from 'react';
import { siteContent } from '#web/content/site.ts';
import { Constellation } from './constellation.tsx';
import styles from './page-shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { type HeaderCalls, SiteHeader } from './site-header.tsx';

interface PageShellProps {
  /**
   * `form` is one calm column between two constellations; `short` is the same in the middle of what
   * the window has left, for a page that stays as it is; `wide` is the page's own grid.
   */
  layout?: 'form' | 'short' | 'wide';
  /** The words of the header's calls to action. */
  calls?: HeaderCalls;
  /** The header scrolls away, because the page has a bar of its own that stays. */
  isHeaderStill?: boolean;
  children: ReactNode;
}

/** What every page wears: a way past the header, the header, the page itself, the footer. */
export const PageShell = ({
  layout = 'wide',
  calls = 'site',
  isHeaderStill = false,
  children,
}: PageShellProps) => {
  const main = useRef<HTMLElement>(null);
  const isColumn = layout !== 'wide';
  return (
    <div className={styles['page']}>
      {/* A button: `href="#main"` would be another route. */}
      <button type="button" className={styles['skip']} onClick={() => main.current?.focus()}>
        {siteContent.skip}
      </button>
      <SiteHeader calls={calls} isStill={isHeaderStill} />
      <main ref={main} className={`${styles['main']} ${styles[layout] ?? ''}`} tabIndex={-1}>
        {isColumn && (
          <>
            <Constellation side="start" />
            <Constellation side="end" />
          </>
        )}
        {isColumn ? <div className={styles['column']}>{children}</div> : children}
      </main>
      <SiteFooter />
    </div>
  );
};
