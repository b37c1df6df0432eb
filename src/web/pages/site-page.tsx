import type { ReactNode } from 'react';
import { PageShell } from '#web/ui/page-shell.tsx';
import type { HeaderCalls } from '#web/ui/site-header.tsx';

interface SitePageProps {
  /** The words of the header's calls to action; the campaign page has its own. */
  calls?: HeaderCalls;
  /** The header scrolls away, because the page has a bar of its own that stays. */
  isHeaderStill?: boolean;
  children: ReactNode;
}

/** A page of the public site, as wide as the window: its sections bring their own column. */
export const SitePage = ({ calls = 'site', isHeaderStill = false, children }: SitePageProps) => (
  <PageShell calls={calls} isHeaderStill={isHeaderStill}>
    {children}
  </PageShell>
);
