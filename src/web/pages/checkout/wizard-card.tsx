import { type ReactNode, useId } from 'react';
import { WIZARD_STEPS, type WizardStep } from '#machines/rules/sign-up.ts';
import * as busy from '#web/content/busy.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import styles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { Button } from '#web/ui/button.tsx';
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

interface NextButtonProps {
  children: string;
  isBusy: boolean;
  /** What Next waits for, in words. */
  missing: readonly string[];
}

/** The button of a step, and below it what it waits for. Pressed before that, the form leads there. */
export const NextButton = ({ children, isBusy, missing }: NextButtonProps) => {
  const id = useId();
  return (
    <div className={styles['submit']}>
      <Button
        type="submit"
        isWide
        isBusy={isBusy}
        busyLabel={busy.saving}
        isUnready={missing.length > 0}
        aria-describedby={missing.length > 0 ? id : undefined}
      >
        {children}
      </Button>
      <p id={id} className={styles['missing']}>
        {missing.length > 0 && `${signUpContent.missing} ${missing.join(', ')}`}
      </p>
    </div>
  );
};
