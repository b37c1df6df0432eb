import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { Steps } from '#web/ui/steps.tsx';
import styles from '../form.module.css';

/** How many steps the wizard has. */
const STEP_COUNT = 3;

interface WizardCardProps {
  step: number;
  heading: string;
  lead: string;
  children: ReactNode;
}

/** What every step of the wizard wears: progress, heading, lead. */
export const WizardCard = ({ step, heading, lead, children }: WizardCardProps) => (
  <Card>
    <div className={styles['steps']}>
      <Steps current={step} count={STEP_COUNT} />
    </div>
    <StepHeading>{heading}</StepHeading>
    <p className={styles['lead']}>{lead}</p>
    {children}
  </Card>
);
