import type { ReactNode } from 'react';
import { siteContent } from '#web/content/site.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageShell } from '#web/ui/page-shell.tsx';

/** A page that is one form: a calm column between two constellations. */
export const FormPage = ({ children }: { children: ReactNode }) => (
  <PageShell
    homeHref="#/"
    layout="form"
    aside={
      <ButtonLink kind="link" href="#/login">
        {siteContent.logIn}
      </ButtonLink>
    }
    copyright={siteContent.copyright}
    links={siteContent.footerLinks}
  >
    {children}
  </PageShell>
);
