import type { ReactNode } from 'react';
import { WIZARD_STEPS, type WizardStep } from '#machines/rules/sign-up.ts';
import styles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { Card } from '#web/ui/card.tsx';
import { Steps } from '#web/ui/steps.tsx';

interface WizardCardProps {
  step: WizardStep;
  heading: string;
  lead: string;
  children: ReactNode;
}

/** The card of a wizard step: progress, heading, lead. */
export const WizardCard = ({ step, heading, lead, children }: WizardCardProps) => (
  <Card>
    <div className={styles['steps']}>
      <Steps current={WIZARD_STEPS.indexOf(step) + 1} count={WIZARD_STEPS.length} />
    </div>
    <PageHeading>{heading}</PageHeading>
    <p className={styles['lead']}>{lead}</p>
    {children}
  </Card>
);
