import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { consentContent } from '#web/content/consent.ts';
import { CONSENT_VERSION } from '#web/platform/consent.ts';

test('a text that asks differently has a version of its own, so that everyone is asked anew', () => {
  const { text, accept, decline } = consentContent;
  const asked = createHash('sha256').update([text, accept, decline].join('\n')).digest('hex');
  expect(
    { version: CONSENT_VERSION, asked: asked.slice(0, 16) },
    'The text has changed: raise CONSENT_VERSION, then approve both here.',
  ).toEqual({ version: 1, asked: 'b7056b137cae6c54' });
});
