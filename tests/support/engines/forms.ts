import { join } from 'node:path';
import { ROOT } from '#build/root.ts';
import { PASSWORD } from '../browser/forms/sign-up-form.ts';
import type { SiteServer } from '../browser/site-server.ts';
import type { Tab } from './engine.ts';
import { expectHeading, expectText } from './expect-page.ts';

/** The label of the checkbox that accepts the terms. */
export const CONSENT =
  'I agree to the Terms and the Subscription Agreement, and have read the Privacy Policy.';

/** Types a code digit by digit. */
export const typeCode = async (tab: Tab, code: string): Promise<void> => {
  await tab.click('Digit 1 of 6');
  await tab.type(code);
};

/** Puts a code into the first box, as a browser does that fills in the code of a mail. */
export const fillInCode = async (tab: Tab, code: string): Promise<void> => {
  await tab.click('Digit 1 of 6');
  await tab.evaluate((data) => {
    const box = document.querySelector('[autocomplete="one-time-code"]') as HTMLInputElement;
    // The setter of the element's own class, behind which React notices no change.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(box, data);
    const inputType = 'insertReplacementText';
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }));
  }, code);
};

/** Verifies an address and starts the free trial. */
export const startTrial = async (site: SiteServer, tab: Tab, email: string): Promise<void> => {
  await tab.open('/#/checkout');
  await tab.fill('Work email', email);
  await tab.click('Send OTP');
  await typeCode(tab, await site.inbox.nextCode(email));
  await expectText(tab, 'Email verified');
  await tab.click(CONSENT);
  await tab.click('Start a free trial');
  await expectHeading(tab, 'Tell us about your company');
};

/** Fills in step 1 (company) without submitting it. */
export const fillCompany = async (tab: Tab): Promise<void> => {
  await tab.fill('Company name', 'Acme Robotics');
  await tab.upload(join(ROOT, 'public', 'icon-512.png'));
  await tab.fill('Website', 'acme.example');
  for (const label of ['Data Science', 'Delhi', 'Pune']) await tab.click(label);
};

/** Fills in step 2 (About You) without submitting it. */
export const fillAboutYou = async (tab: Tab): Promise<void> => {
  await tab.fill('Your name', 'Asha Rao');
  await tab.fill('Create password', PASSWORD);
};

/** Opens the login page and fills in the form without submitting it. */
export const fillLogin = async (tab: Tab, email: string, password: string): Promise<void> => {
  await tab.open('/#/login');
  await tab.fill('Email', email);
  await tab.fill('Password', password);
  await tab.click(CONSENT);
};

/** Fills in the open demo request form without submitting it. */
export const fillDemo = async (tab: Tab, email: string): Promise<void> => {
  await tab.fill('Full name', 'Asha Rao');
  await tab.fill('Work email', email);
  await tab.fill('Company', 'Acme Robotics');
  await tab.fill('Work phone number', '9876543210');
};
