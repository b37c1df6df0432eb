import type { ReactNode } from 'react';
import { PageShell } from './page-shell.tsx';
import type { CallsToAction } from './site-header.tsx';

interface SitePageProps {
  /** Labels of the header's calls to action. */
  callsToAction?: CallsToAction;
  /** `false` for a page with a sticky bar of its own. */
  isHeaderSticky?: boolean;
  children: ReactNode;
}

/** A page of the public site, as wide as the window; its sections limit their own width. */
export const SitePage = ({
  callsToAction = 'site',
  isHeaderSticky = true,
  children,
}: SitePageProps) => (
  <PageShell callsToAction={callsToAction} isHeaderSticky={isHeaderSticky}>
    {children}
  </PageShell>
);
