import type { ReactNode } from 'react';
import { PageShell } from './page-shell.tsx';

interface FormPageProps {
  /** Centres short, constant content in the window. */
  isShort?: boolean;
  children: ReactNode;
}

/** A page with one form in a column between two constellations. */
export const FormPage = ({ isShort = false, children }: FormPageProps) => (
  <PageShell layout={isShort ? 'short' : 'form'}>{children}</PageShell>
);
