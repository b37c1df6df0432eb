import type { ComponentProps, ReactNode } from 'react';
import { PageShell } from './page-shell.tsx';

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
