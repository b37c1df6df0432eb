import { useSelector } from '@xstate/react';
import { type ComponentType, type FormEvent, lazy, Suspense, useCallback, useEffect } from 'react';
import { Link, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isEmail, isWorkEmail } from '#contract/email.ts';
import type { codeMailMachine } from '#machines/code-mail.ts';
import type { emailVerificationMachine } from '#machines/email-verification.ts';
import * as busy from '#web/content/busy.ts';
import { codeContent, waitInWords } from '#web/content/code.ts';
import { isPaidPlan, type Plan, priceText } from '#web/content/plans.ts';
import { chosenPlanContent, signUpContent } from '#web/content/sign-up.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';
import { chosenPlan } from '#web/flows/chosen-plan.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { CodeEntry, requestCode, useOtpStatus } from '#web/forms/code-entry.tsx';
import { EmailField, FreeMailHelp, TalkHelp } from '#web/forms/email-field.tsx';
import { ConsentWords, ScriptNote } from '#web/forms/script-note.tsx';
import formStyles from '#web/layout/form.module.css';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { InvitedNote } from '#web/layout/site-footer.tsx';
import { appAddresses, paymentKey } from '#web/platform/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { CodeBoxes } from '#web/ui/fields/code-boxes.tsx';
import { useErrorFocus } from '#web/ui/fields/field.tsx';
import { NoticeLine } from '#web/ui/notice-line.tsx';
import { Star } from '#web/ui/star.tsx';
import planLineStyles from './plan-line.module.css';
import { NextButton } from './wizard-card.tsx';

// It shows nothing but a failure, and without a key the build leaves it out. The sign-up goes on if it does not load.
const PaymentScript = /* @__PURE__ */ lazy(
  (): Promise<{ default: ComponentType<{ isPaid: boolean }> }> =>
    import('./payment-script.tsx').catch(() => ({ default: () => null })),
);

const ChosenPlan = ({ plan }: { plan: Plan }) => {
  const isPaid = isPaidPlan(plan);
  return (
    <div className={planLineStyles['plan']}>
      <Star />
      <p>
        <span>
          {chosenPlanContent.label}: <strong>{plan.name}</strong>{' '}
        </span>
        <span className={planLineStyles['price']}>
          <span className={planLineStyles['amount']}>{priceText(plan)}</span>
          {isPaid ? ' ' : ', '}
          {plan.period}. {isPaid && chosenPlanContent.begins(plan.name)}
        </span>
      </p>
      <Link to="/pricing" className={planLineStyles['change']}>
        {chosenPlanContent.change}
      </Link>
      {paymentKey !== '' && (
        <Suspense>
          <PaymentScript isPaid={isPaid} />
        </Suspense>
      )}
    </div>
  );
};

/** The plan that the visitor picked; renders nothing without one. */
const PlanLine = () => {
  const plan = chosenPlan(useSearch(), useHistoryState<unknown>());
  // The key remounts the component, so that a different plan loads the payment script again.
  return plan ? <ChosenPlan key={plan.name} plan={plan} /> : null;
};

const { emailVerification: words, code: codeWords } = signUpContent;

const isRegisteredTold = (snapshot: SnapshotFrom<typeof emailVerificationMachine>): boolean =>
  snapshot.matches({ open: { address: { editing: 'registered' } } });

/** Below the emptied field: the registered address, and the ways to log in with it. */
const RegisteredHelp = ({ email }: { email: string }) => (
  <>
    <p>
      {words.registered.has(email)}{' '}
      <Link to="/login" state={{ email }}>
        {words.registered.logIn}
      </Link>
    </p>
    <p>
      {words.registered.noPassword}{' '}
      <Link to="/login" state={{ email, isByCode: true }}>
        {words.registered.byCode}
      </Link>
    </p>
  </>
);

type MailSnapshot = SnapshotFrom<typeof codeMailMachine>;

/** What the visitor should know of the mail with the code. */
const mailHint = (mail: MailSnapshot | undefined): string => {
  if (mail?.matches('sent')) return codeWords.mail.sent;
  if (mail?.matches({ waiting: 'trying' })) return codeWords.mail.trying;
  if (mail?.matches({ waiting: 'postponed' }))
    return codeWords.mail.postponed(waitInWords(mail.context.retryAfterS));
  if (mail?.matches('refused')) return codeWords.mail.refused;
  if (mail?.matches('bounced')) return codeWords.mail.bounced;
  return mail?.matches('undelivered') ? codeWords.mail.undelivered : codeWords.entering;
};

const emailError = (
  snapshot: SnapshotFrom<typeof emailVerificationMachine>,
): string | undefined => {
  if (snapshot.matches({ open: { address: { editing: 'missing' } } })) return words.emailMissing;
  if (isRegisteredTold(snapshot)) return signUpNotices.emailRegistered.text;
  if (snapshot.matches({ open: { address: { editing: 'invalid' } } })) return words.emailInvalid;
  return undefined;
};

/** What the form still needs, by selectors. */
const EMAIL = 'input';
const FIRST_DIGIT = 'fieldset input';
const TERMS = '[name="terms"]';

/** The first form of the sign-up: work email address, code, terms. */
export const EmailVerificationForm = ({
  verification,
}: {
  verification: ActorRefFrom<typeof emailVerificationMachine>;
}) => {
  const snapshot = useSelector(verification, (state) => state);
  const { mail, otp } = snapshot.children;
  const mailSnapshot = useSelector(mail, (state) => state);
  const isMailLost = mailSnapshot?.hasTag('lost') ?? false;
  const { code, email, existingCompany, registeredEmail = '' } = snapshot.context;
  const isRegistered = isRegisteredTold(snapshot);
  const isVerified = snapshot.matches({ open: { address: 'verified' } });
  const { hasBoxes, isSending, isUnsent } = useOtpStatus(otp);
  const wasJustVerified = isVerified && code !== undefined;
  const hasAcceptedTerms = snapshot.matches({ open: { terms: 'accepted' } });
  // Before either, nothing is said to be missing.
  const missing =
    isVerified === hasAcceptedTerms ? [] : [isVerified ? words.consent : words.verification];
  const form = useErrorFocus(snapshot.hasTag('error'));

  const focus = useCallback(
    (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus(),
    [form],
  );

  useEffect(() => {
    // The focused code field is disabled after the verification, so the focus moves to the terms.
    if (wasJustVerified) focus(TERMS);
  }, [wasJustVerified, focus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isUnready = submitter?.hasAttribute('aria-disabled');
    if (isUnready) focus(isVerified ? TERMS : hasBoxes ? FIRST_DIGIT : EMAIL);
    else if (hasBoxes || isVerified) verification.send({ type: 'trial.started' });
    else requestCode(verification, otp);
  };

  return (
    <Card>
      <PageHeading>{words.heading}</PageHeading>
      <p className={formStyles['lead']}>{words.lead}</p>
      <PlanLine />
      <ScriptNote task="signUp" />
      <form ref={form} className={formStyles['form']} method="post" onSubmit={submit} noValidate>
        <BrowserIssues />
        <EmailField
          label={words.email}
          autoComplete="email"
          value={email}
          onChange={(email) => verification.send({ type: 'email.changed', email })}
          error={emailError(snapshot)}
          action={
            !hasBoxes && !isVerified ? (
              // Enter in the field activates the first submit button of the form.
              <Button
                type="submit"
                variant="link"
                isBusy={isSending}
                busyLabel={busy.sending}
                disabled={!isSending && !isUnsent && !snapshot.can({ type: 'code.requested' })}
              >
                {words.send}
              </Button>
            ) : undefined
          }
          below={
            isRegistered ? (
              <RegisteredHelp email={registeredEmail} />
            ) : (
              isEmail(email) && !isWorkEmail(email) && <FreeMailHelp />
            )
          }
        />
        {otp && hasBoxes && (
          <CodeEntry
            otp={otp}
            hint={mailHint(mailSnapshot)}
            hintTone={isMailLost ? 'bad' : 'quiet'}
          />
        )}
        {isMailLost && <TalkHelp />}
        {isVerified && (
          <div className={formStyles['verified']}>
            {code && <CodeBoxes legend={codeContent.legend} value={code} state="verified" />}
            <NoticeLine tone="good">{codeWords.verified}</NoticeLine>
            {existingCompany && (
              <NoticeLine tone="quiet">{words.exists(existingCompany)}</NoticeLine>
            )}
          </div>
        )}
        <Checkbox
          name="terms"
          checked={hasAcceptedTerms}
          onChange={(isAccepted) =>
            verification.send({ type: isAccepted ? 'terms.accepted' : 'terms.declined' })
          }
        >
          <ConsentWords />
        </Checkbox>
        <NextButton isDisabled={!isVerified && !hasAcceptedTerms} missing={missing}>
          {words.start}
        </NextButton>
      </form>
      <p className={formStyles['aside']}>
        {words.signIn[0]}
        <a href={appAddresses.home} rel="external">
          {words.signIn[1]}
        </a>
      </p>
      <InvitedNote className={formStyles['aside']} />
    </Card>
  );
};
