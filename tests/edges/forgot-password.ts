import { canonicalEmail } from '#contract/email.ts';
import { createAccount } from '#tests/support/account.ts';
import { askAnew, endResendPauses } from '#tests/support/ask-anew.ts';
import { busyButton, button, idleButton } from '#tests/support/button.ts';
import { isRefusal } from '#tests/support/is-refusal.ts';
import { newestCode } from '#tests/support/newest-code.ts';
import { otherSpelling } from '#tests/support/other-spelling.ts';
import { atHeading, typeCode } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { loginNotices } from '#web/content/notices.ts';

const SEND_CODE = /^\/v2\/user\/genOtp\//;
const LOGIN = /^\/v2\/user\/login$/;

const email = ({ page }: Stage) => page.getByLabel('Email');
const otherEmail = (stage: Stage) => `other-${stage.email}`;
const firstBox = ({ page }: Stage) => page.getByLabel('Digit 1 of 6');

/** Somebody with two accounts at `/#/forgotPassword`. */
export const drivers: ChartDrivers = {
  held: [SEND_CODE, LOGIN],
  notices: loginNotices,
  async start(stage, input) {
    for (const own of [stage.email, otherEmail(stage)])
      await createAccount(stage.site.db, { email: own, password: 'quiet lantern river' });
    await stage.page.goto('/#/forgotPassword');
    await atHeading(stage.visitor, 'Forgot Password?');
    const { resendAt } = input as { resendAt?: number };
    if (resendAt === undefined) return;
    await email(stage).fill(stage.email);
    await button(stage, 'Send OTP').click();
    await stage.wire.pass(SEND_CODE);
    await firstBox(stage).waitFor();
    await stage.page.reload();
    await firstBox(stage).waitFor();
  },
  events: {
    'email.changed': async (stage, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      const own = await otherSpelling(email(stage), stage.email);
      await email(stage).fill(isOwn ? own : otherEmail(stage));
    },
    async 'code.requested'(stage) {
      await endResendPauses(stage.site);
      await button(stage, 'Send OTP').click();
      if (!isRefusal(stage.upcoming[0])) await stage.wire.pass(SEND_CODE);
    },
    // Six digits would be sent by the button.
    'code.changed': (stage) => typeCode(stage.visitor, '01234'),
    'code.submitted': (stage) => button(stage, 'Verify').click(),
    async 'resend.requested'(stage) {
      await askAnew(stage);
      await stage.wire.pass(SEND_CODE);
    },
    async 'xstate.done.actor.otp'(stage, event) {
      if (isRefusal(event)) {
        if (await firstBox(stage).isVisible()) await askAnew(stage);
        await stage.wire.refuse(SEND_CODE, 'email_registered');
        return;
      }
      await firstBox(stage).waitFor();
      await typeCode(
        stage.visitor,
        await newestCode(stage.site, canonicalEmail(await email(stage).inputValue())),
      );
      await button(stage, 'Verify').click();
      await stage.wire.pass(LOGIN);
    },
    'xstate.error.actor.otp': (stage, event) => stage.send({ error: 'broken', ...event }),
  },
  states: {
    'forgotPassword.enteringEmail': (stage) => idleButton(stage, 'Send OTP').waitFor(),
    'forgotPassword.provingAddress': (stage) =>
      firstBox(stage).or(busyButton(stage, 'Send OTP')).waitFor(),
    'forgotPassword.proven': ({ visitor }) => atHeading(visitor, 'Set a new password'),
  },
};
