import {
  ABOUT_LENGTH_MAX,
  FREE_TRIAL,
  isAboutText,
  isDisplayName,
  NAME_LENGTH_MAX,
  PLAN_SLUG,
} from '#contract/account.ts';
import {
  DEPARTMENTS,
  isWebsite,
  LOCATION_LENGTH_MAX,
  LOGO_NAME,
  WEBSITE_LENGTH_MAX,
} from '#contract/company.ts';
import { defineCall, SESSION_COOKIES } from './call.ts';
import { attributionExample, codeSentExample, example, PASSWORD } from './examples.ts';
import {
  attribution,
  body,
  code,
  codeSentResponse,
  done,
  email,
  filledLine,
  list,
  name,
  newPassword,
  nothing,
  oneOf,
  PLAIN_TEXT,
  SINGLE_LINE,
  seconds,
  text,
  uuid,
  WEBSITE,
  workEmail,
} from './fields.ts';

const chosenPlan = () => text().matches(PLAN_SLUG).optional();

export const signUpCalls = {
  sendSignUpCode: defineCall({
    method: 'POST',
    path: '/v1/email/genOtpv2/:email',
    tag: 'Sign-up',
    summary: 'Send a sign-up code to a work email address',
    description: '`retryAfter`: seconds until another code may be requested.',
    parameters: { email: workEmail() },
    body: nothing,
    response: codeSentResponse(),
    examples: { body: {}, response: codeSentExample },
    errors: ['email_invalid', 'email_registered', 'resend_pause'],
  }),
  signUpMail: defineCall({
    method: 'GET',
    path: '/v1/email/mail/:email',
    tag: 'Sign-up',
    summary: 'What became of the mail with the latest sign-up code',
    description:
      'Told to the browser that asked for the code; `unknown` to any other. `trying`: not yet handed over. `postponed`: the mail server put it back; the next try is in `retryAfter` seconds. `sent`: handed over. `refused`: by the mail server, for good. `bounced`: handed over, but earlier mail to the address came back.',
    parameters: { email: workEmail() },
    response: body({
      message: oneOf('unknown', 'trying', 'postponed', 'sent', 'refused', 'bounced'),
      retryAfter: seconds().optional(),
    }),
    examples: { response: { message: 'postponed', retryAfter: 15 } },
  }),
  verifySignUpCode: defineCall({
    method: 'GET',
    path: '/v1/email/verify/:email/:code',
    tag: 'Sign-up',
    summary: 'Verify a sign-up code and open the sign-up',
    description:
      'Consumes the code and invalidates an earlier ticket of the address. `existingCompany`: the name of a company with an account, whose owner has an address of the same registrable domain; absent if there is none. Only a script of the site, or of an origin of `WEB_ORIGINS`, may call it. Browsers say so with `Sec-Fetch-Site: same-origin` or an allowed `Origin`, and `Sec-Fetch-Dest: empty`; a client that sends neither `Sec-Fetch` header needs an allowed `Origin` or the XSRF header. Anything else gets `origin_refused`, prefetching `forbidden`.',
    parameters: { email: workEmail(), code: code() },
    response: body({
      message: oneOf('verified'),
      ticketSeconds: seconds(),
      existingCompany: text().optional(),
    }),
    examples: { response: { message: 'verified', ticketSeconds: 7200 } },
    cookies: ['ticket'],
    errors: ['code_invalid', 'forbidden', 'origin_refused'],
    hasEffect: true,
  }),
  createCompany: defineCall({
    method: 'POST',
    path: '/v1/company/create',
    tag: 'Sign-up',
    summary: 'Create the company of the ticket, or update it',
    description:
      '`message` is the id of the company. Repeating the call gives the same id. With `email`, an address other than that of the ticket gets `forbidden`. `attribution` and `chosenPlan` are kept if a repeated call lacks them.',
    body: body({
      name: name(),
      website: text()
        .test('website', 'must be the address of a website', isWebsite)
        .meta({ maxLength: WEBSITE_LENGTH_MAX, pattern: WEBSITE }),
      location: filledLine(LOCATION_LENGTH_MAX),
      departments: list(text().oneOf(DEPARTMENTS))
        .min(1)
        .max(DEPARTMENTS.length)
        .test('distinct', 'must not repeat', (list) => new Set(list).size === list?.length)
        .meta({ uniqueItems: true }),
      planname: oneOf(FREE_TRIAL),
      /** The address that the page shows, in case the browser has got the ticket of another one. */
      email: workEmail().optional(),
      attribution: attribution(),
      chosenPlan: chosenPlan(),
    }),
    response: body({ message: uuid() }),
    examples: {
      body: {
        name: 'Acme Freight',
        website: 'acme.example',
        location: 'Delhi, Pune',
        departments: ['Sales', 'Finance'],
        planname: FREE_TRIAL,
        email: example.email,
        attribution: attributionExample,
        chosenPlan: 'pro',
      },
      response: { message: example.companyId },
    },
    identity: 'ticket',
    errors: ['ticket_missing', 'forbidden'],
  }),
  uploadLogo: defineCall({
    method: 'POST',
    path: '/v1/company/logo',
    tag: 'Sign-up',
    summary: 'Store the logo of the company',
    description:
      'The image is re-encoded to at most 500 × 500 pixels and 100 KB. `message` is its URL path. An upload without progress for 5 to 10 s gets 408.',
    isLogoForm: true,
    response: body({ message: text().matches(/^\/logos\/[A-Za-z0-9_-]{22}\.(?:jpg|png)$/) }),
    examples: { response: { message: `/logos/${example.logoName}` } },
    identity: 'ticket',
    errors: ['ticket_missing', 'forbidden'],
  }),
  logo: defineCall({
    method: 'GET',
    path: '/logos/:name',
    tag: 'Files and health',
    summary: 'The logo of a company',
    description: 'Immutable for a year, in a CSP sandbox.',
    parameters: { name: text().matches(LOGO_NAME) },
    errors: ['not_found'],
    isCookieless: true,
  }),
  createUser: defineCall({
    method: 'POST',
    path: '/v1/user/create',
    tag: 'Sign-up',
    summary: 'Create the first user of the company, or update it, and open a session',
    description: '`message` is the id of the user.',
    body: body({
      comapnyid: uuid(),
      privilege: oneOf('Admin'),
      email: workEmail(),
      name: name(),
      status: oneOf('sent'),
      password: newPassword(),
    }),
    response: body({ message: uuid() }),
    examples: {
      body: {
        comapnyid: example.companyId,
        privilege: 'Admin',
        email: example.email,
        name: 'Admin',
        status: 'sent',
        password: PASSWORD,
      },
      response: { message: example.userId },
    },
    identity: 'ticket',
    cookies: [...SESSION_COOKIES, 'device'],
    errors: ['password_refused', 'ticket_missing', 'forbidden'],
  }),
  notifySales: defineCall({
    method: 'POST',
    path: '/v1/company/sendsalesemail',
    tag: 'Sign-up',
    summary: 'Notify the sales mailbox of a new company, once',
    body: body({ companyName: name(), userName: name(), userEmail: email() }),
    response: done('sent'),
    examples: {
      body: { companyName: 'Acme Freight', userName: 'Asha Rao', userEmail: example.email },
      response: { message: 'sent' },
    },
    identity: 'ticket',
    errors: ['ticket_missing', 'forbidden'],
  }),
  completeUser: defineCall({
    method: 'PATCH',
    path: '/v1/user/update',
    tag: 'Sign-up',
    summary: 'Complete the account',
    description:
      'Sets name, password and the status `accepted`. Ends the ticket, all other sessions and every earlier token of this one. The session that completed the account may repeat the call with the same password, also with the tokens from before it.',
    body: body({
      uuid: uuid(),
      status: oneOf('accepted'),
      password: newPassword(),
      name: name(),
    }),
    response: done('updated'),
    examples: {
      body: { uuid: example.userId, status: 'accepted', password: PASSWORD, name: 'Asha Rao' },
      response: { message: 'updated' },
    },
    identity: 'access',
    cookies: [...SESSION_COOKIES, 'ticket', 'device'],
    isRepeatable: true,
    errors: ['password_refused', 'unauthenticated', 'forbidden', 'not_found'],
  }),
  updateCompany: defineCall({
    method: 'PATCH',
    path: '/v1/company/update',
    tag: 'Sign-up',
    summary: 'Store what candidates see of the company, and end the sign-up',
    description:
      '`attribution`: its last touch replaces the stored one. `chosenPlan`: of who picked another plan since. What the call lacks is kept.',
    body: body({
      uuid: uuid(),
      name: text()
        .test('display-name', 'must be one line of text', isDisplayName)
        .meta({ maxLength: NAME_LENGTH_MAX, pattern: SINGLE_LINE }),
      about: text()
        .test('about', 'must be plain text that is not too long', isAboutText)
        .meta({ maxLength: ABOUT_LENGTH_MAX, pattern: PLAIN_TEXT }),
      attribution: attribution(),
      chosenPlan: chosenPlan(),
    }),
    response: done('updated'),
    examples: {
      body: {
        uuid: example.companyId,
        name: 'Acme',
        about: 'We move what others make.',
        attribution: attributionExample,
        chosenPlan: 'pro',
      },
      response: { message: 'updated' },
    },
    identity: 'access',
    cookies: ['ticket'],
    errors: ['unauthenticated', 'not_found'],
  }),
};
