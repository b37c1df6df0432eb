import { canonicalEmail } from '#contract/email.ts';
import { endResendPause, passResendPauses } from '../browser/end-resend-pause.ts';
import { busyButton, button } from '../browser/forms/button.ts';
import { differentCase } from '../browser/forms/different-case.ts';
import { typeCode } from '../browser/forms/sign-up-form.ts';
import { latestCode } from '../browser/latest-code.ts';
import { isAddressRefused } from '../charts/is-address-refused.ts';
import { insertAccount } from '../server/database/insert-account.ts';
import type { ChartDrivers, DriverContext } from './traverse-in-browser.ts';

/** The request for a code. */
export const SEND_CODE = /^\/v2\/user\/genOtp\//;
const LOGIN = /^\/v2\/user\/login$/;

const otherEmail = (context: DriverContext) => `other-${context.email}`;

/** The requests of a page that logs in by a mailed code. */
export const loginCodeRequests = [SEND_CODE, LOGIN];

/** The email field of the page. */
export const emailField = ({ page }: DriverContext) => page.getByLabel('Email');

/** The first box of the code. */
export const firstBox = ({ page }: DriverContext) => page.getByLabel('Digit 1 of 6');

/** Inserts the accounts of the two addresses that the drivers type. */
export const insertTwoAccounts = async (context: DriverContext): Promise<void> => {
  for (const email of [context.email, otherEmail(context)])
    await insertAccount(context.site.db, { email, password: 'quiet lantern river' });
};

/** Sends the code that was asked for, unless the next event says that the address is refused. */
export const passCode = async ({ upcoming, requests }: DriverContext): Promise<void> => {
  if (!isAddressRefused(upcoming[0])) await requests.pass(SEND_CODE);
};

/** The page asks for the code, or is about to. */
export const seesCodeStep = (context: DriverContext) =>
  firstBox(context).or(busyButton(context, 'Send OTP')).waitFor();

/** Events of a chart that invokes `otp` and logs in by the code. */
export const loginCodeEvents: ChartDrivers['events'] = {
  'email.changed': async (context, { email: typed }) => {
    const isOwn = canonicalEmail(typed) === 'asha@acme.example';
    const own = await differentCase(emailField(context), context.email);
    await emailField(context).fill(isOwn ? own : typed && otherEmail(context));
  },
  async 'code.requested'(context) {
    await passResendPauses(context);
    await button(context, 'Send OTP').click();
    if ((await emailField(context).inputValue()) === '') return;
    await passCode(context);
  },
  async 'xstate.done.actor.otp'(context, event) {
    if (isAddressRefused(event)) {
      if (await firstBox(context).isVisible()) await endResendPause(context);
      await context.requests.refuse(SEND_CODE, 'email_registered');
      return;
    }
    await firstBox(context).waitFor();
    await typeCode(
      context.visitor,
      await latestCode(context.site, canonicalEmail(await emailField(context).inputValue())),
    );
    await button(context, 'Verify').click();
    await context.requests.pass(LOGIN);
  },
  'xstate.error.actor.otp': (context, event) => context.send({ error: 'broken', ...event }),
};
