import type { AnyEventObject } from 'xstate';
import { TICKET_LIFETIME_MS } from '#contract/limits.ts';
import type { SignUpDraft } from '#contract/sign-up.ts';
import { breakDown } from '#tests/support/break-down.ts';
import { endSessions } from '#tests/support/end-sessions.ts';
import { endTickets } from '#tests/support/end-tickets.ts';
import { pngLogo } from '#tests/support/logo.ts';
import { openDraft } from '#tests/support/open-draft.ts';
import { proveAgain } from '#tests/support/prove-again.ts';
import { retype } from '#tests/support/retype.ts';
import { settled } from '#tests/support/settled.ts';
import { next } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { signUpNotices } from '#web/content/notices.ts';

const CREATION = /^\/v1\/(?:company\/(?:create|logo|sendsalesemail)|user\/create)$/;
const CREATION_BUT_LOGO = /^\/v1\/(?:company\/(?:create|sendsalesemail)|user\/create)$/;
const LOGO = /^\/v1\/company\/logo$/;
const COMPLETE_USER = /^\/v1\/user\/update$/;
const DESCRIBE_COMPANY = /^\/v1\/company\/update$/;

const UNEXPECTED = 'Something went wrong. Please try again.';
const SAID: Record<string, string> = {
  accepted: 'Use the password that was set first.',
  signedOut: 'Login failed. Please check default credentials.',
  other: UNEXPECTED,
};

const button = ({ page }: Stage, name: string) => page.getByRole('button', { name, exact: true });
const heading = ({ page }: Stage, name: string) => page.getByRole('heading', { level: 1, name });
const password = ({ page }: Stage) => page.getByLabel('Create password');
const website = ({ page }: Stage) => page.getByLabel('Website');
const displayName = ({ page }: Stage) => page.getByLabel('Display name for candidates');

const isBusy = (stage: Stage, name: string): Promise<void> =>
  button(stage, name).and(stage.page.locator('[aria-busy]')).waitFor();
const isIdle = (stage: Stage, name: string): Promise<void> =>
  button(stage, name).and(stage.page.locator(':not([aria-busy])')).waitFor();

/** A fault is said beside a field for as long as what is typed there has it. */
const saysWhile = async (stage: Stage, isFaulty: boolean, text: string): Promise<void> => {
  await stage.page.getByText(text).waitFor({ state: isFaulty ? 'visible' : 'detached' });
};

const says = (stage: Stage, text: string): Promise<void> =>
  stage.page.getByText(text).first().waitFor();

const isSentBack = async (stage: Stage): Promise<void> => {
  await says(stage, 'Please verify it again.');
  await button(stage, 'OK').click();
  await button(stage, 'Send OTP').waitFor();
};

const drop = async (stage: Stage, { name, type }: File): Promise<void> => {
  await stage.page.locator('input[type=file]').evaluate(
    (area, dropped) => {
      const files = new DataTransfer();
      files.items.add(new File(['text'], dropped.name, { type: dropped.type }));
      area.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
    },
    { name, type },
  );
  await says(stage, 'Please drop a JPEG or PNG image.');
};

const choose = async (stage: Stage): Promise<void> => {
  const logo = await pngLogo();
  await stage.page.locator('input[type=file]').setInputFiles(logo);
  await says(stage, logo.name);
};

/** The real server makes what is missing, but for a logo that fails alone or a ticket that is over. */
const endCreation = async (stage: Stage, { output }: AnyEventObject): Promise<void> => {
  const { site, wire, email } = stage;
  if (output.isTicketLost) {
    await endTickets(site, email);
    await wire.passAll(CREATION, settled(stage));
    return isSentBack(stage);
  }
  if (output.logoAddress) return wire.passAll(CREATION, settled(stage));
  const lost = output.logo ? wire.cut(LOGO) : wire.refuse(LOGO, 'media_type_unsupported');
  await wire.passAll(
    CREATION_BUT_LOGO,
    lost.then(() => settled(stage)),
  );
};

const endSaving = async (stage: Stage, { output }: AnyEventObject): Promise<void> => {
  const { site, wire, email } = stage;
  if (output.reason === 'signedOut') await endSessions(site, email);
  // As another tab has done it.
  if (output.reason === 'accepted')
    await site.db
      .updateTable('users')
      .set({ status: 'accepted' })
      .where('email', '=', email)
      .execute();
  if (output.reason === 'other') await wire.refuse(COMPLETE_USER, 'internal');
  else await wire.passAll(COMPLETE_USER, settled(stage));
  const said = output.ok ? 'Password updated successfully!' : SAID[output.reason];
  if (said) await says(stage, said);
};

/** Somebody at `/#/checkout`, with the draft of an earlier visit. */
export const drivers: ChartDrivers = {
  held: [CREATION, COMPLETE_USER, DESCRIBE_COMPANY],
  notices: signUpNotices,
  async start(stage, input) {
    const { draft, isSignedIn } = input as { draft: SignUpDraft; isSignedIn: boolean };
    const { page, site } = stage;
    if (isSignedIn)
      await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
    await openDraft(stage, draft);
  },
  events: {
    'app.declined': (stage) => button(stage, 'Sign up another company').click(),
    async 'trial.revisited'(stage) {
      const again = button(stage, 'Start again');
      await ((await again.isVisible()) ? again.click() : stage.page.goBack());
    },
    'company.revisited': async ({ page }) => void (await page.goBack()),
    'about.revisited': async ({ page }) => void (await page.goBack()),
    'field.changed': async (stage, { fields }) => {
      if ('website' in fields) await website(stage).fill(fields.website);
      else await displayName(stage).fill(fields.displayName);
    },
    'logo.chosen': (stage, { logo }) => (logo.isDropped ? drop(stage, logo.file) : choose(stage)),
    'password.changed': (stage, event) => retype(password(stage), event['password']),
    'company.submitted': ({ visitor }) => next(visitor),
    'creation.retried': (stage) => button(stage, 'Try again').click(),
    async 'person.reviewed'(stage) {
      await password(stage).focus();
      await stage.page.getByLabel('Your name').focus();
    },
    'person.submitted': ({ visitor }) => next(visitor),
    'profile.submitted': (stage) => button(stage, 'Done').click(),
    async 'xstate.done.actor.trial'(stage) {
      const { page } = stage;
      if (!(await page.getByText('Email verified').isVisible())) await proveAgain(stage);
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await button(stage, 'Start a free trial').click();
    },
    'xstate.error.actor.trial': breakDown(),
    'xstate.done.actor.creation': endCreation,
    'xstate.error.actor.creation': breakDown(CREATION),
    'xstate.done.actor.completeUser': endSaving,
    async 'xstate.error.actor.completeUser'(stage, event) {
      await breakDown(COMPLETE_USER)(stage, event);
      await says(stage, UNEXPECTED);
    },
    'xstate.done.actor.describeCompany': ({ wire }) => wire.pass(DESCRIBE_COMPANY),
    async 'xstate.error.actor.describeCompany'(stage) {
      const { page, wire } = stage;
      await page.context().setOffline(true);
      await wire.cut(DESCRIBE_COMPANY);
      await isIdle(stage, 'Done');
      await page.context().setOffline(false);
    },
    async 'xstate.error.actor.history'(stage, event) {
      await breakDown()(stage, event);
      await says(stage, UNEXPECTED);
    },
    async 'xstate.after.ticketLife.signUp.wizard'(stage) {
      await stage.page.clock.fastForward(TICKET_LIFETIME_MS);
      await isSentBack(stage);
    },
  },
  states: {
    'signUp.offeringApp': (stage) => heading(stage, 'You are already signed in').waitFor(),
    'signUp.trial': (stage) => heading(stage, 'Sign up free to try now!').waitFor(),
    async 'signUp.wizard.company.editing.neutral'(stage) {
      await heading(stage, 'Tell us about your company').waitFor();
      await website(stage).and(stage.page.locator(':not([aria-invalid])')).waitFor();
      await isIdle(stage, 'Next');
    },
    'signUp.wizard.company.editing.faulty': async (stage) =>
      saysWhile(
        stage,
        (await website(stage).inputValue()).includes(' '),
        'Please enter the address of a website',
      ),
    'signUp.wizard.company.creating': (stage) => isBusy(stage, 'Next'),
    'signUp.wizard.about.account.complete': (stage) =>
      button(stage, 'Try again').waitFor({ state: 'detached' }),
    'signUp.wizard.about.account.incomplete': (stage) => isIdle(stage, 'Try again'),
    'signUp.wizard.about.account.repeating': (stage) => isBusy(stage, 'Try again'),
    async 'signUp.wizard.about.person.editing.neutral'(stage) {
      await heading(stage, 'About You').waitFor();
      await password(stage).and(stage.page.locator(':not([aria-invalid])')).waitFor();
      await isIdle(stage, 'Next');
    },
    'signUp.wizard.about.person.editing.faulty': ({ page }) =>
      page.getByText('Please use at least').waitFor(),
    'signUp.wizard.about.person.editing.unset': async (stage) => {
      await stage.page.getByText('Please enter a password.').waitFor();
      await stage.page.getByLabel('Your name').and(stage.page.locator(':focus')).waitFor();
    },
    'signUp.wizard.about.person.editing.common': ({ page }) =>
      page.getByText('one of the first that attackers try').waitFor(),
    'signUp.wizard.about.person.closed': async (stage) => {
      await heading(stage, 'About You').waitFor();
      await says(stage, 'can no longer be changed');
      await password(stage).waitFor({ state: 'detached' });
    },
    'signUp.wizard.company.closed': async (stage) => {
      await heading(stage, 'Tell us about your company').waitFor();
      await website(stage).and(stage.page.locator('[readonly]')).waitFor();
    },
    'signUp.wizard.about.person.saving': (stage) => isBusy(stage, 'Next'),
    async 'signUp.wizard.allSet.editing.neutral'(stage) {
      await heading(stage, 'You are all set!').waitFor();
      await displayName(stage).and(stage.page.locator(':not([aria-invalid])')).waitFor();
      await isIdle(stage, 'Done');
    },
    'signUp.wizard.allSet.editing.faulty': async (stage) =>
      saysWhile(
        stage,
        (await displayName(stage).inputValue()).includes('\v'),
        'Please enter a name of at most',
      ),
    'signUp.wizard.allSet.saving': (stage) => isBusy(stage, 'Done'),
    'signUp.broken': (stage) => heading(stage, 'Something went wrong').waitFor(),
    'signUp.leaving': ({ page }) => page.waitForURL('**/app/jobs/new'),
  },
};
