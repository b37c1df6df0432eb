import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { fillDemoForm } from '../browser/forms/demo-form.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  PASSWORD,
  reachAboutYou,
  requestCode,
  submitStep,
  typeCode,
  waitForHeading,
} from '../browser/forms/sign-up-form.ts';
import { openVisitor, type Visitor } from '../browser/visitor.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';

interface Parts {
  browser: Browser;
  url: string;
  inbox: SmtpInbox;
  /** Of the addresses; no other tabs use it. */
  domain: string;
}

const DONE = 'You are all set!';

/**
 * People in the middle of each form, whose script is of the build that serves now: a code was asked for, a
 * password is typed, a demo request is filled in, somebody is logged in.
 */
export const openTabs = async ({ browser, url, inbox, domain }: Parts) => {
  const site = { inbox };
  const open = () => openVisitor(browser, url, {});
  const [reader, atCode, atPassword, atDemo] = [
    await open(),
    await open(),
    await open(),
    await open(),
  ];

  // Nothing but the home page is loaded: the form is a chunk that the tab still has to ask for.
  await reader.page.goto('/');
  await reader.page.locator('main h1').waitFor();

  await requestCode(atCode, `code@${domain}`);
  const code = await inbox.nextCode(`code@${domain}`);

  await reachAboutYou(site, atPassword, `about@${domain}`);
  await fillAboutYouStep(atPassword);

  await atDemo.page.goto('/#/demo');
  await fillDemoForm(atDemo, `demo@${domain}`);

  const finish = async (visitor: Visitor) => {
    await submitStep(visitor);
    await waitForHeading(visitor, DONE);
  };

  return {
    /** Lets each of them finish, under another build. */
    async goOn(): Promise<void> {
      expect(await atPassword.page.getByLabel('Create password').inputValue()).toBe(PASSWORD);
      await finish(atPassword);

      await typeCode(atCode, code);
      await atCode.page.getByText('Email verified').waitFor();
      // Reloaded, the draft has the script of the other build.
      await atCode.page.reload();
      await atCode.page.getByText('Email verified').waitFor();
      await atCode.page.getByRole('checkbox', { name: /I agree/ }).check();
      await atCode.page.getByRole('button', { name: 'Start a free trial' }).click();
      await waitForHeading(atCode, 'Tell us about your company');
      await fillCompanyStep(atCode);
      await submitStep(atCode);
      await waitForHeading(atCode, 'About You');
      await fillAboutYouStep(atCode);
      await finish(atCode);

      await atDemo.page.getByRole('button', { name: 'Request a demo' }).click();
      await atDemo.page.waitForURL('**/#/thankyou');

      await reader.page.evaluate(() => location.assign('#/login'));
      await waitForHeading(reader, 'Log in');
      for (const { context } of [reader, atCode, atPassword, atDemo]) await context.close();
    },
  };
};
