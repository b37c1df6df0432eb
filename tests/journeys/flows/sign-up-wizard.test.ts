import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import {
  fillAboutYouStep,
  fillCompanyStep,
  newAddress,
  reachAboutYou,
  requestCode,
  startTrial,
  submitStep,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { countMails } from '#tests/support/faults/network-faults.ts';
import {
  ageLimits,
  expireAccessTokens,
  passResendPause,
} from '#tests/support/server/database/age-rows.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';

const journey = setUpJourney();

const failOnce = (path: string) =>
  routeOnce(journey.page, `**${path}`, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It broke.' } } }),
  );

const countRequests = (path: string): (() => number) => {
  let count = 0;
  journey.page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
};

const companiesOf = (email: string) =>
  journey.site.db.selectFrom('companies').selectAll().where('owner_email', '=', email).execute();

const finish = async () => {
  await fillAboutYouStep(journey.visitor);
  await submitStep(journey.visitor);
  await waitForHeading(journey.visitor, 'You are all set!');
  await journey.page.getByRole('button', { name: 'Done' }).click();
  await journey.page.waitForURL('**/app/jobs/new');
};

test('a creation that fails still leads to step 2 and can be repeated there', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 500/);
  const email = newAddress();
  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await failOnce('/v1/company/create');
  await submitStep(visitor);

  await waitForHeading(visitor, 'About You');
  await page.getByText('Error creating company or user.').first().waitFor();
  await page.getByText('Your company was not created.').waitFor();
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByText('Still missing: the rest of your company (Try again), a password').waitFor();
  await next.press('Enter');
  await page.getByRole('button', { name: 'Try again' }).and(page.locator(':focus')).waitFor();
  await fillAboutYouStep(visitor);
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your company was not created.').waitFor({ state: 'detached' });
  await finish();
  expect(await companiesOf(email)).toHaveLength(1);
});

test(
  'a place that is chosen stays under the pointer, and what is below the list stays in its place',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    await startTrial(site, visitor, newAddress());
    const place = page.locator('label').filter({ hasText: /^Chennai$/ });
    const next = page.getByRole('button', { name: 'Next' });
    await place.scrollIntoViewIfNeeded();
    // A click that does not hit yet is tried again elsewhere in the window.
    await page.locator('form').evaluate(async (form) => {
      await Promise.all(form.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
    const tops = () =>
      Promise.all([place, next].map((box) => box.boundingBox().then((edges) => edges?.y)));
    const before = await tops();
    await place.click();
    await page.getByRole('button', { name: 'Remove Chennai' }).waitFor();
    expect(await tops()).toEqual(before);
  },
);

test('Next says what is missing, leads there, and sends nothing before', async () => {
  const { site, visitor, page } = journey;
  const created = countRequests('/v1/company/create');
  await startTrial(site, visitor, newAddress());
  const next = page.getByRole('button', { name: 'Next' });
  const focused = (selector: string) =>
    page.locator(selector).and(page.locator(':focus')).waitFor();
  await page
    .getByText(
      'Still missing: Company name, Company logo, Website, Departments you hire for, Locations you hire in',
    )
    .waitFor();
  expect(await next.isDisabled()).toBe(true);
  expect(await auditPage(page)).toEqual([]);
  await next.press('Enter');
  await focused('[name="company"]');
  await page.keyboard.type('Acme Robotics');
  // Enter in a field presses Next.
  await page.keyboard.press('Enter');
  await focused('[type="file"]');
  await page.locator('input[type=file]').setInputFiles(await pngLogo());
  await next.click({ force: true });
  await focused('[name="website"]');
  await page.keyboard.type('acme.example');
  await page.getByText('Still missing: Departments you hire for, Locations you hire in').waitFor();
  await next.press('Enter');
  await focused('fieldset:nth-of-type(1) input');
  await page.keyboard.press('Space');
  await next.press('Enter');
  await focused('fieldset:nth-of-type(2) input');
  expect(created()).toBe(0);
  await fillCompanyStep(visitor);
  expect(await page.getByText('Still missing').count()).toBe(0);
  await submitStep(visitor);
  await waitForHeading(visitor, 'About You');
  await page.getByText('Still missing: a password').waitFor();
  await next.press('Enter');
  await focused('[name="password"]');
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  expect(await page.getByText('Optional.').count()).toBe(2);
});

test('a logo that fails alone is the only thing sent again', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 500/);
  const email = newAddress();
  const created = countRequests('/v1/company/create');
  const uploaded = countRequests('/v1/company/logo');
  const users = countRequests('/v1/user/create');
  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await failOnce('/v1/company/logo');
  await submitStep(visitor);
  await page.getByText('its logo was not stored').waitFor();
  await page.getByText('The logo could not be stored.').first().waitFor();
  expect(await page.getByText('Error creating company or user.').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('its logo was not stored').waitFor({ state: 'detached' });

  expect([created(), uploaded(), users()]).toEqual([1, 2, 1]);
  await finish();
});

test(
  'a logo whose bytes were lost in a reload leads back to step 1 with everything else filled in',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 500/);
    await startTrial(site, visitor, newAddress());
    await fillCompanyStep(visitor);
    await failOnce('/v1/company/logo');
    await submitStep(visitor);
    await page.getByText('its logo was not stored').waitFor();
    await page.reload();
    await waitForHeading(visitor, 'About You');
    await page.getByRole('button', { name: 'Try again' }).click();

    await waitForHeading(visitor, 'Tell us about your company');
    expect(await page.getByLabel('Company name').inputValue()).toBe('Acme Robotics');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await fillCompanyStep(visitor);
    await submitStep(visitor);
    await waitForHeading(visitor, 'About You');
    await finish();
  },
);

test('a lost session is restored from the ticket', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 40[13]/);
  await reachAboutYou(site, visitor, newAddress());
  await page.context().clearCookies({ name: 'access' });
  await page.context().clearCookies({ name: 'refresh' });
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
  await page.getByText('Login failed. Please check default credentials.').first().waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  await finish();
});

test(
  'a session that expires meanwhile is renewed once, and the step continues',
  FURTHER,
  async () => {
    const { site, visitor } = journey;
    visitor.expectConsole(/status of 401/);
    const refreshed = countRequests('/v2/user/refresh');
    const updated = countRequests('/v1/user/update');
    await reachAboutYou(site, visitor, newAddress());
    await expireAccessTokens(site.db);
    await fillAboutYouStep(visitor);
    await submitStep(visitor);
    await waitForHeading(visitor, 'You are all set!');
    expect([refreshed(), updated()]).toEqual([1, 2]);
  },
);

test('a reload at every step restores the step and what was typed, and sends no code', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await requestCode(visitor, email);
  await page.reload();
  await page.getByText(/^Resend in \d+$/).waitFor();
  expect(await page.getByLabel('Work email').inputValue()).toBe(email);
  await page.getByLabel('Digit 1 of 6').fill(await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.reload();
  await page.getByText('Email verified').waitFor();
  expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Start a free trial' }).click();

  await page.getByLabel('Company name').fill('Acme Robotics');
  await page.getByRole('checkbox', { name: 'Finance' }).check();
  await page.reload();
  await waitForHeading(visitor, 'Tell us about your company');
  expect(await page.getByLabel('Company name').inputValue()).toBe('Acme Robotics');
  expect(await page.getByRole('checkbox', { name: 'Finance' }).isChecked()).toBe(true);
  await fillCompanyStep(visitor);
  await submitStep(visitor);

  await waitForHeading(visitor, 'About You');
  await fillAboutYouStep(visitor);
  await page.reload();
  await waitForHeading(visitor, 'About You');
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  expect(await page.getByLabel('Create password').inputValue()).toBe('');
  await fillAboutYouStep(visitor);
  await submitStep(visitor);

  await page.getByLabel('About the company').fill('We build small robots.');
  await page.reload();
  await waitForHeading(visitor, 'You are all set!');
  expect(await page.getByLabel('About the company').inputValue()).toBe('We build small robots.');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain('lantern');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/app/jobs/new');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['companyId']);
  expect(countMails(site, email)).toBe(1);
});

test('a closed tab is continued in another one', async () => {
  const { site, visitor, page } = journey;
  await startTrial(site, visitor, newAddress());
  await page.getByLabel('Company name').fill('Acme Robotics');
  const another = await page.context().newPage();
  await page.close();
  await another.goto('/#/checkout');
  await another.getByRole('heading', { name: 'Tell us about your company' }).waitFor();
  expect(await another.getByLabel('Company name').inputValue()).toBe('Acme Robotics');
});

test('Back leads through the wizard step by step, with what was typed', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await reachAboutYou(site, visitor, email);
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.goBack();
  await waitForHeading(visitor, 'Tell us about your company');
  expect(await page.getByLabel('Company name').inputValue()).toBe('Acme Robotics');
  await page.goBack();
  await waitForHeading(visitor, 'Sign up free to try now!');
  await page.getByText('Email verified').waitFor();
  await page.getByRole('button', { name: 'Start a free trial' }).click();
  await waitForHeading(visitor, 'Tell us about your company');
  await page.getByLabel('Company name').fill('Acme Robots');
  await submitStep(visitor);
  await waitForHeading(visitor, 'About You');
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  expect(await companiesOf(email)).toMatchObject([{ name: 'Acme Robots' }]);
  await finish();
});

test('Back while a step saves changes nothing, and leads one step back afterwards', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 500/);
  await reachAboutYou(site, visitor, newAddress());
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('Create password').fill('a quite different passphrase');
  let answer = () => {};
  await routeOnce(page, '**/v1/user/update', (route) => {
    answer = () => void route.fulfill({ status: 500, json: {} });
  });
  const sent = page.waitForRequest('**/v1/user/update');
  await page.getByRole('button', { name: 'Next' }).click();
  await sent;
  // As often as there are entries before the step, and once more.
  for (let times = 0; times < 3; times += 1) {
    await page.goBack();
    await waitForHeading(visitor, 'About You');
  }
  answer();
  await page.getByText('Something went wrong. Please try again.').first().waitFor();
  await page.goBack();
  await waitForHeading(visitor, 'Tell us about your company');
  await page.goForward();
  await waitForHeading(visitor, 'Tell us about your company');
  await page.goBack();
  await waitForHeading(visitor, 'Sign up free to try now!');
});

test('Back by two entries at once leads one step back', FURTHER, async () => {
  const { site, visitor, page } = journey;
  await reachAboutYou(site, visitor, newAddress());
  await page.evaluate(() => history.go(-2));
  await waitForHeading(visitor, 'Tell us about your company');
  await page.goBack();
  await waitForHeading(visitor, 'Sign up free to try now!');
});

test(
  'the address that is open, opened again, keeps the step, and Back still leads one step back',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    await reachAboutYou(site, visitor, newAddress());
    await page.getByLabel('Your name').fill('Asha Rao');
    await page.evaluate(() => location.assign(location.href));
    await page.getByLabel('Your name').fill('Asha R');
    await page.waitForFunction(() => history.state?.signUpStep === 'about');
    await page.goBack();
    await waitForHeading(visitor, 'Tell us about your company');
    await page.goBack();
    await waitForHeading(visitor, 'Sign up free to try now!');
  },
);

test(
  'Back from the last step shows what was created, read-only, and Next leads forward again',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    await reachAboutYou(site, visitor, newAddress());
    await fillAboutYouStep(visitor);
    await submitStep(visitor);
    await waitForHeading(visitor, 'You are all set!');
    await page.getByLabel('Display name for candidates').fill('Acme');
    await page.goBack();
    await waitForHeading(visitor, 'About You');
    await page.getByText('can no longer be changed here').waitFor();
    expect(await page.getByLabel('Your name').isEditable()).toBe(false);
    expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
    expect(await page.getByLabel('Create password').count()).toBe(0);
    await page.goBack();
    await waitForHeading(visitor, 'Tell us about your company');
    expect(await page.getByLabel('Company name').isEditable()).toBe(false);
    expect(await page.getByLabel('Locations you hire in').inputValue()).toBe('Delhi, Pune');
    await page.reload();
    await page.getByText('can no longer be changed here').waitFor();
    await submitStep(visitor);
    await waitForHeading(visitor, 'About You');
    await submitStep(visitor);
    await waitForHeading(visitor, 'You are all set!');
    expect(await page.getByLabel('Display name for candidates').inputValue()).toBe('Acme');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL('**/app/jobs/new');
  },
);

test(
  'a browser without history entries shows a warning and can complete the sign-up',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    await page.addInitScript(() => {
      history.pushState = () => {
        throw new DOMException('No more entries.', 'SecurityError');
      };
    });
    await reachAboutYou(site, visitor, newAddress());
    await page.getByText('Something went wrong. Please try again.').first().waitFor();
    await finish();
  },
);

test('what step 1 and step 2 refuse is shown beside the field', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 400/);
  await startTrial(site, visitor, newAddress());
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await page.getByText('Please select a JPEG or PNG image.').waitFor();
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(['text'], 'logo.txt', { type: 'text/plain' }));
    document
      .querySelector('input[type=file]')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
  });
  await page.getByText('Please drop a JPEG or PNG image.').waitFor();
  await fillCompanyStep(visitor);
  await page.getByLabel('Website').fill('acme .com');
  await submitStep(visitor);
  await page.getByText('Please enter the address of a website').waitFor();
  await page.getByLabel('Website').fill('acme.example');
  await submitStep(visitor);

  await waitForHeading(visitor, 'About You');
  await page.getByLabel('Create password').click();
  await page.getByLabel('Your name').click();
  await page.keyboard.type('Asha');
  await page.getByText('Please enter a password.').waitFor();
  await page.getByLabel('Your name').fill('');
  await page.getByLabel('Create password').fill('quiet lantern river');
  await submitStep(visitor);
  await page.getByText('Please enter your name first.').waitFor();
  await page.getByLabel('Your name').fill('Asha');
  await page.getByLabel('Create password').fill('short');
  await submitStep(visitor);
  await page.getByText('Please use at least 8 characters.').waitFor();
  await page.getByLabel('Create password').fill('password1');
  await submitStep(visitor);
  await page.getByText('one of the first that attackers try').waitFor();
});

test('a file that is not an image leads back to step 1', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 415/);
  await startTrial(site, visitor, newAddress());
  await fillCompanyStep(visitor);
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await submitStep(visitor);
  await page.getByText('its logo was not stored').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForHeading(visitor, 'Tell us about your company');
  await page.getByText('Please select a JPEG or PNG image. Save this one again').waitFor();
});

test('a signed-in user is offered the app first', FURTHER, async () => {
  const { site, visitor, page } = journey;
  await reachAboutYou(site, visitor, newAddress());
  await finish();
  await page.goto('/#/checkout');
  await waitForHeading(visitor, 'You are already logged in');
  expect(await page.getByRole('link', { name: 'Go to the app' }).getAttribute('href')).toBe(
    '/app/',
  );
  await page.getByRole('button', { name: 'Sign up another company' }).click();
  await waitForHeading(visitor, 'Sign up free to try now!');
});

test(
  'after two hours the address is verified again, and nothing typed is lost',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    await page.clock.install();
    const email = newAddress();
    await startTrial(site, visitor, email);
    await page.getByLabel('Company name').fill('Acme Robotics');
    await page.clock.runFor('02:00:01');
    await page.getByText('Please verify it again.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('heading', { name: 'Sign up free to try now!' }).waitFor();
    expect(await page.getByLabel('Work email').inputValue()).toBe(email);

    await ageLimits(site.db, 24 * 3600);
    await startTrial(site, visitor, email);
    expect(await page.getByLabel('Company name').inputValue()).toBe('Acme Robotics');
  },
);

test('opening the terms and going Back loses nothing of the email form', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await requestCode(visitor, email);
  await page.getByLabel('Digit 1 of 6').fill(await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('link', { name: 'Terms' }).first().click();
  await page.waitForURL('**/#/terms');
  await page.goBack();
  await page.getByText('Email verified').waitFor();
  expect(await page.getByLabel('Work email').inputValue()).toBe(email);
  expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(true);
});

test(
  'another address after the company exists gets an account of its own, also after a reload',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    const first = newAddress();
    const second = newAddress();
    await reachAboutYou(site, visitor, first);
    await page.goBack();
    await waitForHeading(visitor, 'Tell us about your company');
    await page.goBack();
    await waitForHeading(visitor, 'Sign up free to try now!');
    await page.getByLabel('Work email').fill(second);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    const code = await site.inbox.nextCode(second);
    await page.reload();
    await page.getByLabel('Digit 1 of 6').fill(code);
    await page.getByText('Email verified').waitFor();
    await page.getByRole('button', { name: 'Start a free trial' }).click();
    await waitForHeading(visitor, 'Tell us about your company');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await fillCompanyStep(visitor);
    await submitStep(visitor);
    await waitForHeading(visitor, 'About You');
    await finish();
    await page.getByText(second).first().waitFor();
    expect(await companiesOf(first)).toHaveLength(1);
    expect(await companiesOf(second)).toHaveLength(1);
  },
);

test(
  'a ticket that is gone on the server leads back to the address with everything typed',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 401/);
    const email = newAddress();
    await startTrial(site, visitor, email);
    await fillCompanyStep(visitor);
    await page.context().clearCookies({ name: 'ticket' });
    await submitStep(visitor);
    await page.getByText('Please verify it again.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Send OTP' }).waitFor();
    expect(await page.getByLabel('Work email').inputValue()).toBe(email);
    await passResendPause(site.db);
    await startTrial(site, visitor, email);
    expect(await page.getByLabel('Company name').inputValue()).toBe('Acme Robotics');
  },
);

test('logging out discards the sign-up of this browser', FURTHER, async () => {
  const { site, visitor, page } = journey;
  await reachAboutYou(site, visitor, newAddress());
  await page.goto('/app/');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/#/login');
  await page.goto('/#/checkout');
  await waitForHeading(visitor, 'Sign up free to try now!');
  expect(await page.getByLabel('Work email').inputValue()).toBe('');
});

test('a reloaded email form takes precedence over the offer of the app', FURTHER, async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await reachAboutYou(site, visitor, email);
  await page.goBack();
  await waitForHeading(visitor, 'Tell us about your company');
  await page.goBack();
  await waitForHeading(visitor, 'Sign up free to try now!');
  await page.reload();
  await page.getByText('Email verified').waitFor();
  expect(await page.getByLabel('Work email').inputValue()).toBe(email);
});

test(
  'what step 3 cannot store is shown beside the field, and nothing is lost',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    await reachAboutYou(site, visitor, newAddress());
    await fillAboutYouStep(visitor);
    await submitStep(visitor);
    await waitForHeading(visitor, 'You are all set!');
    await page.getByLabel('About the company').fill('We build\u000bsmall robots.');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('characters of plain text').waitFor();
    await page.getByLabel('About the company').fill('We build small robots.');
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL('**/app/jobs/new');
    expect(documents).toHaveLength(1);
  },
);
