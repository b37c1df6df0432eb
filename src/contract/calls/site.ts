import * as yup from 'yup';
import { CAMPAIGN_KEYS } from '#contract/attribution.ts';
import { DEMO_MESSAGE_LENGTH_MAX, PHONE_LENGTH_MAX } from '#contract/demo-request.ts';
import { isCampaignEmail, isWorkEmail, WORK_EMAIL_MESSAGE } from '#contract/email.ts';
import { isPlainText } from '#contract/text.ts';
import { defineCall } from './call.ts';
import { attributionExample, example } from './examples.ts';
import {
  attribution,
  body,
  CAMPAIGN_EMAIL,
  campaignFields,
  done,
  EMAIL,
  emailText,
  filledLine,
  name,
  oneOf,
  PLAIN_TEXT,
  text,
  WORK_EMAIL,
} from './fields.ts';

/** Campaign fields of a demo request. `utm_term` is always empty. */
const CAMPAIGN_WIRE_KEYS = [...CAMPAIGN_KEYS, 'utm_term'] as const;

/** A request with campaign values follows the campaign form's rule for email addresses. */
const demoEmail = () =>
  emailText(EMAIL).test('demo-email', WORK_EMAIL_MESSAGE, (value, { parent }) =>
    CAMPAIGN_WIRE_KEYS.some((key) => key in parent) ? isCampaignEmail(value) : isWorkEmail(value),
  );

export const siteCalls = {
  alive: defineCall({
    method: 'GET',
    path: '/healthz',
    tag: 'Files and health',
    summary: 'Whether the process lives, and its version',
    response: body({ status: oneOf('ok'), version: text() }),
    examples: { response: { status: 'ok', version: '0.2.0' } },
    isComputed: true,
    isHealthCheck: true,
    isCookieless: true,
  }),
  ready: defineCall({
    method: 'GET',
    path: '/readyz',
    tag: 'Files and health',
    summary: 'Whether the process can serve: migrated, writable database, no shutdown',
    response: body({ status: oneOf('ready') }),
    examples: { response: { status: 'ready' } },
    isHealthCheck: true,
    isCookieless: true,
  }),
  /** The value of the XSRF header, for a page on another origin than the API. */
  xsrf: defineCall({
    method: 'GET',
    path: '/v1/xsrf',
    tag: 'Session',
    summary: 'The XSRF value, for pages on another host that cannot read the cookie',
    response: body({ token: text().min(1) }),
    examples: { response: { token: 'kJ8wV3nQ5rT1yU7i.m2Z4xC6vB9aS0dF3' } },
    isComputed: true,
  }),
  requestDemo: defineCall({
    method: 'POST',
    path: '/v1/company/earlyaccess',
    tag: 'Demo requests',
    summary: 'Store a demo request and notify the sales mailbox',
    description:
      'An identical request within 10 minutes is the same one. A request with a value in `website` is answered and discarded. With any `utm_` key the address follows the rule of the campaign. `attribution`: where the visitor came from, at first and the last time; it does not make a request another one.',
    body: body({
      name: name(),
      email: demoEmail(),
      phone: filledLine(PHONE_LENGTH_MAX),
      organization: name(),
      message: yup
        .string()
        .strict()
        .max(DEMO_MESSAGE_LENGTH_MAX)
        .test('plain-text', 'must be plain text', (value = '') => isPlainText(value))
        .meta({ pattern: PLAIN_TEXT }),
      ...campaignFields(),
      attribution: attribution(),
      // Honeypot: hidden from people, filled in by bots.
      website: yup.string().strict(),
    }).meta({
      if: { anyOf: CAMPAIGN_WIRE_KEYS.map((key) => ({ required: [key] })) },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { properties: { email: { pattern: CAMPAIGN_EMAIL } } },
      else: { properties: { email: { pattern: WORK_EMAIL } } },
    }),
    response: done('received'),
    examples: {
      body: {
        name: 'Asha Rao',
        email: example.email,
        phone: '+91 98765 43210',
        organization: 'Acme Freight',
        message: 'Twenty drivers a month.',
        attribution: attributionExample,
      },
      response: { message: 'received' },
    },
    isXsrfExempt: true,
  }),
};
