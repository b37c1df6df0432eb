import { siteAddress } from '#contract/brand.ts';
import { CODE_LENGTH, RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';

/** Values that several examples share. A client replaces each of them by its own. */
export const example = {
  email: 'asha@acme.example',
  code: '123456'.slice(0, CODE_LENGTH),
  companyId: '0b2f5a3e-7c61-4d0e-9b1a-5f8e2c4d6a70',
  userId: '9d4c1e72-3a5b-4f86-8e0d-1b7a6c5f2e39',
  logoName: 'pW3kZ0tQvX9bLr2NfA7s_g.png',
  passkeyId: '4f1b6c0e-52d7-4c8a-9a3e-6d7f8b9c0a1d',
  sessionId: '01956f3a-8c1e-7a42-9d3b-7e5f6a4b2c10',
  browserToken: '9d4c1e72-3a5b-4f86-8e0d-1b7a6c5f2e39.th7k2.kJ8wV3nQ5rT1yU7iZ4xC6v',
} as const;

export const attributionExample = {
  first: {
    utm_source: 'newsletter',
    utm_campaign: 'drivers',
    landing: '/',
    at: '2026-11-02T09:30:00.000Z',
  },
  last: { referrer: 'www.example.org', landing: '/pricing', at: '2026-11-04T16:05:00.000Z' },
};

export const PASSWORD = 'correct horse battery staple';
export const HOST = new URL(siteAddress).host;
export const CREDENTIAL_ID = 'dGhlIGlkIG9mIGEgcGFzc2tleQ';
export const USER_HANDLE = 'MzIgcmFuZG9tIGJ5dGVzIG9mIHRoaXMgdXNlciBvbmx5';

export const codeSentExample = { message: 'sent', retryAfter: RESEND_PAUSE_MS / MS_PER_S } as const;

/** Example values of the path parameters, by name. */
export const parameterExamples: Record<string, string> = {
  email: example.email,
  code: example.code,
  name: example.logoName,
};
