import { expect } from 'vitest';
import { canonicalEmail } from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/limits.ts';
import { askAnew, endResendPauses } from '#tests/support/ask-anew.ts';
import { busyButton, button, idleButton } from '#tests/support/button.ts';
import { inAnotherTab } from '#tests/support/in-another-tab.ts';
import { isRefusal } from '#tests/support/is-refusal.ts';
import { newestCode } from '#tests/support/newest-code.ts';
import { otherSpelling } from '#tests/support/other-spelling.ts';
import { askForCode, atHeading, typeCode } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { signUpNotices } from '#web/content/notices.ts';

const SEND_CODE = /^\/v1\/email\/genOtpv2\//;
const VERIFY_CODE = /^\/v1\/email\/verify\//;

const email = ({ page }: Stage) => page.getByLabel('Work email');
const terms = ({ page }: Pick<Stage, 'page'>) => page.getByRole('checkbox', { name: /I agree/ });
const firstBox = ({ page }: Stage) => page.getByLabel('Digit 1 of 6');

/** Somebody at `/#/checkout`, perhaps with what another tab has left. */
export const drivers: ChartDrivers = {
  held: [SEND_CODE, VERIFY_CODE],
  notices: signUpNotices,
  async start(stage, input) {
    const { hasAcceptedTerms, resendAt, ticketEndsAt } = input as {
      hasAcceptedTerms: boolean;
      resendAt?: number;
      ticketEndsAt?: number;
    };
    if (resendAt ?? ticketEndsAt)
      await inAnotherTab(stage.visitor, async (tab) => {
        await askForCode(tab, stage.email);
        if (ticketEndsAt) await typeCode(tab, await newestCode(stage.site, stage.email));
        if (ticketEndsAt) await tab.page.getByText('Email verified').waitFor();
        if (hasAcceptedTerms) await terms(tab).check();
      });
    await stage.page.goto('/#/checkout');
    await atHeading(stage.visitor, 'Sign up free to try now!');
    if (resendAt) await firstBox(stage).waitFor();
  },
  events: {
    'email.changed': async (stage, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      const own = await otherSpelling(email(stage), stage.email);
      await email(stage).fill(isOwn ? own : `other-${stage.email}`);
    },
    async 'code.requested'(stage) {
      await endResendPauses(stage.site);
      const isMissing = (await email(stage).inputValue()) === '';
      await button(stage, 'Send OTP').click();
      if (!isMissing && !isRefusal(stage.upcoming[0])) await stage.wire.pass(SEND_CODE);
    },
    // Six digits would be sent at once.
    'code.changed': (stage) => typeCode(stage.visitor, '01234'),
    'code.submitted': (stage) => firstBox(stage).press('Enter'),
    async 'resend.requested'(stage) {
      await askAnew(stage);
      await stage.wire.pass(SEND_CODE);
    },
    'terms.accepted': (stage) => terms(stage).check(),
    'terms.declined': (stage) => terms(stage).uncheck(),
    'trial.started': (stage) => button(stage, 'Start a free trial').click(),
    async 'xstate.done.actor.otp'(stage, event) {
      if (isRefusal(event)) {
        await stage.wire.refuse(SEND_CODE, 'email_registered');
        return;
      }
      await firstBox(stage).waitFor();
      await typeCode(
        stage.visitor,
        await newestCode(stage.site, canonicalEmail(await email(stage).inputValue())),
      );
      await stage.wire.pass(VERIFY_CODE);
    },
    'xstate.error.actor.otp': (stage, event) => stage.send({ error: 'broken', ...event }),
    'xstate.after.ticketLife.trial.open.address.verified': ({ page }) =>
      page.clock.fastForward(TICKET_LIFETIME_MS),
  },
  states: {
    async 'trial.open.address.editing.neutral'(stage) {
      await idleButton(stage, 'Send OTP').waitFor();
      await email(stage).and(stage.page.locator(':not([aria-invalid])')).waitFor();
    },
    'trial.open.address.editing.missing': ({ page }) =>
      page.getByText('Email cannot be empty.').waitFor(),
    async 'trial.open.address.editing.registered'(stage) {
      await stage.page.getByText('This Email is already registered').waitFor();
      expect(await email(stage).inputValue()).toBe('');
    },
    'trial.open.address.proving': (stage) =>
      firstBox(stage).or(busyButton(stage, 'Send OTP')).waitFor(),
    'trial.open.address.verified': ({ page }) => page.getByText('Email verified').waitFor(),
    'trial.open.terms.declined': (stage) =>
      terms(stage).and(stage.page.locator(':not(:checked)')).waitFor(),
    'trial.open.terms.accepted': (stage) =>
      terms(stage).and(stage.page.locator(':checked')).waitFor(),
    'trial.started': ({ visitor }) => atHeading(visitor, 'Tell us about your company'),
  },
};
