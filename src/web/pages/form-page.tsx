import type { ReactNode } from 'react';
import { PageShell } from '#web/ui/page-shell.tsx';

interface FormPageProps {
  /** A few words that never change: they stand in the middle of the window. */
  isShort?: boolean;
  children: ReactNode;
}

/** A page that is one form: a calm column between two constellations. */
export const FormPage = ({ isShort = false, children }: FormPageProps) => (
  <PageShell layout={isShort ? 'short' : 'form'}>{children}</PageShell>
);
