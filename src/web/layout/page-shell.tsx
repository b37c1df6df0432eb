import { clsx } from 'clsx/lite';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { siteContent } from '#web/content/site.ts';
import { Constellation } from './constellation.tsx';
import styles from './page-shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { type CallsToAction, SiteHeader } from './site-header.tsx';

interface PageShellProps {
  /**
   * `form` is one narrow column between two constellations, `short` the same column centred in the
   * window, for content of constant height; `wide` is as wide as the window, and its sections limit
   * their own width.
   */
  layout?: 'form' | 'short' | 'wide';
  /** Labels of the header's calls to action. */
  callsToAction?: CallsToAction;
  /** A page in one column has one thing to do: there, the default is `text`. */
  signUpStyle?: ComponentProps<typeof SiteHeader>['signUpStyle'];
  /** `false` for a page with a sticky bar of its own. */
  isHeaderSticky?: boolean;
  /** `false` where a form has the note for people who were invited. */
  hasInvitedNote?: boolean;
  children: ReactNode;
}

/** Frame of every page: skip link, header, main content, footer. */
export const PageShell = ({
  layout = 'wide',
  callsToAction = 'site',
  signUpStyle = layout === 'wide' ? 'ink' : 'text',
  isHeaderSticky = true,
  hasInvitedNote = true,
  children,
}: PageShellProps) => {
  const main = useRef<HTMLElement>(null);
  const isColumn = layout !== 'wide';
  return (
    <div className={styles['page']}>
      {/* A button, because the hash router would take `href="#main"` for a route. */}
      <button type="button" className={styles['skip']} onClick={() => main.current?.focus()}>
        {siteContent.skip}
      </button>
      <SiteHeader
        callsToAction={callsToAction}
        signUpStyle={signUpStyle}
        isSticky={isHeaderSticky}
      />
      <main ref={main} className={clsx(styles['main'], styles[layout])} tabIndex={-1}>
        {isColumn && (
          <>
            <Constellation side="start" />
            <Constellation side="end" />
          </>
        )}
        {isColumn ? <div className={styles['column']}>{children}</div> : children}
      </main>
      <SiteFooter hasInvitedNote={hasInvitedNote} />
    </div>
  );
};

interface FormPageProps extends Pick<ComponentProps<typeof PageShell>, 'hasInvitedNote'> {
  /** Centres short, constant content in the window. */
  isShort?: boolean;
  children: ReactNode;
}

/** A page with one form in a column between two constellations. */
export const FormPage = ({ isShort = false, children, ...shell }: FormPageProps) => (
  <PageShell layout={isShort ? 'short' : 'form'} {...shell}>
    {children}
  </PageShell>
);
