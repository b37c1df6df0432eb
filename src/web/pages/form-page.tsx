import type { ReactNode } from 'react';
import { PageShell } from '#web/ui/page-shell.tsx';

/** A page that is one form: a calm column between two constellations. */
export const FormPage = ({ children }: { children: ReactNode }) => (
  <PageShell layout="form">{children}</PageShell>
);
