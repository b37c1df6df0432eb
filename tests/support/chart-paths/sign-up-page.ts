import type { StepInput, WizardStep } from '#machines/rules/sign-up.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { fillAboutYouStep, submitStep } from '../browser/forms/sign-up-form.ts';
import { pngLogo } from '../server/images/png-logo.ts';
import { openWithDraft } from './open-with-draft.ts';
import type { DriverContext } from './traverse-in-browser.ts';

export const button = ({ page }: DriverContext, name: string) =>
  page.getByRole('button', { name, exact: true });
export const heading = ({ page }: DriverContext, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const password = ({ page }: DriverContext) => page.getByLabel('Create password');
export const website = ({ page }: DriverContext) => page.getByLabel('Website');
export const displayName = ({ page }: DriverContext) =>
  page.getByLabel('Display name for candidates');

export const isBusy = (context: DriverContext, name: string): Promise<void> =>
  button(context, name).and(context.page.locator('[aria-busy]')).waitFor();
export const isIdle = (context: DriverContext, name: string): Promise<void> =>
  button(context, name).and(context.page.locator(':not([aria-busy])')).waitFor();

/** The page shows an error text exactly while the field is invalid. */
export const saysWhile = async (
  context: DriverContext,
  isInvalid: boolean,
  text: string,
): Promise<void> => {
  await context.page.getByText(text).waitFor({ state: isInvalid ? 'visible' : 'detached' });
};

export const says = (context: DriverContext, text: string): Promise<void> =>
  context.page.getByText(text).first().waitFor();

/** Confirms the dialog about an expired ticket and waits for the first form. */
export const confirmTicketEnd = async (context: DriverContext): Promise<void> => {
  await says(context, 'Please verify it again.');
  await button(context, 'OK').click();
  await button(context, 'Send OTP').waitFor();
};

/** Opens one step of the wizard with a stored draft. */
export const openStep = (
  context: DriverContext,
  step: WizardStep,
  { ticketEndsAt, state }: Pick<StepInput, 'ticketEndsAt' | 'state'>,
): Promise<void> => {
  const { fields, ownerEmail, companyId, logoAddress, userId, isAccepted } = state;
  return openWithDraft(context, {
    email: context.email,
    hasAcceptedTerms: true,
    fields,
    ticketEndsAt,
    step,
    ownerEmail,
    companyId,
    logoAddress,
    userId,
    isAccepted,
  });
};

const at = ({ page }: DriverContext, name: string): Promise<boolean> =>
  page.getByRole('heading', { level: 1, name, exact: true }).isVisible();

/** Completes the step that is shown and waits for the next page. */
export const completeStep = async (context: DriverContext): Promise<void> => {
  const { visitor } = context;
  if (await at(context, signUpContent.company.heading)) {
    // The draft filled in the texts. A read-only step has no file input.
    const logo = context.page.locator('input[type=file]');
    if (await logo.count()) await logo.setInputFiles(await pngLogo());
    await submitStep(visitor);
    await heading(context, signUpContent.about.heading).waitFor();
  } else if (await at(context, signUpContent.about.heading)) {
    if (await password(context).isVisible()) await fillAboutYouStep(visitor);
    await submitStep(visitor);
    await heading(context, signUpContent.allSet.heading).waitFor();
  } else await button(context, 'Done').click();
};

/** Completes all steps from the one that is shown. */
export const completeWizard = async (context: DriverContext): Promise<void> => {
  while (!(await at(context, signUpContent.allSet.heading))) await completeStep(context);
  await completeStep(context);
};
