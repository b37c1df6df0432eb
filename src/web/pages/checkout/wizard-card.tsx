import { type ReactNode, useId } from 'react';
import { WIZARD_STEPS, type WizardStep } from '#machines/rules/sign-up.ts';
import * as busy from '#web/content/busy.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import formStyles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Star } from '../../ui/star.tsx';
import stepsStyles from '../../ui/steps.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface StepsProps {
  /** The current step, from 1. */
  current: number;
  count: number;
}

/** Progress of a wizard: completed steps are lit and connected points, the current one is a star. */
const Steps = ({ current, count }: StepsProps) => (
  <div className={stepsStyles['steps']}>
    <div className={stepsStyles['points']} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index + 1).map((step) => (
        <span
          key={step}
          className={
            step < current
              ? stepsStyles['lit']
              : step === current
                ? stepsStyles['current']
                : stepsStyles['dim']
          }
        >
          {step === current && <Star />}
        </span>
      ))}
    </div>
    <p className={stepsStyles['words']}>
      <VisuallyHidden>Step </VisuallyHidden>
      {`${current} of ${count}`}
    </p>
  </div>
);

interface WizardCardProps {
  step: WizardStep;
  heading: string;
  lead: string;
  children: ReactNode;
}

/** The card of a wizard step: progress, heading, lead. */
export const WizardCard = ({ step, heading, lead, children }: WizardCardProps) => (
  <Card>
    <div className={stepsStyles['head']}>
      <Steps current={WIZARD_STEPS.indexOf(step) + 1} count={WIZARD_STEPS.length} />
      <PageHeading>{heading}</PageHeading>
    </div>
    <p className={formStyles['lead']}>{lead}</p>
    {children}
  </Card>
);

interface NextButtonProps {
  children: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** What the button waits for, in words. */
  missing: readonly string[];
}

/** The button of a form, and below it what it waits for. Pressed before that, the form leads there. */
export const NextButton = ({
  children,
  isBusy = false,
  isDisabled = false,
  missing,
}: NextButtonProps) => {
  const id = useId();
  return (
    <div className={formStyles['submit']}>
      <Button
        type="submit"
        isWide
        isBusy={isBusy}
        busyLabel={busy.saving}
        isUnready={missing.length > 0}
        disabled={isDisabled}
        aria-describedby={missing.length > 0 ? id : undefined}
      >
        {children}
      </Button>
      <p id={id} className={formStyles['missing']}>
        {missing.length > 0 && `${signUpContent.missing} ${missing.join(', ')}`}
      </p>
    </div>
  );
};
