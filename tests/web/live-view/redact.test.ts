import { expect, test } from 'vitest';
import { MASK, redact } from '#charts/viewer/broadcast/messages.ts';

const redacted = (value: unknown): string => JSON.stringify(redact(value));

test.each([
  { password: 'quiet lantern' },
  { newPassword: 'quiet lantern' },
  { confirmation: 'quiet lantern' },
  { fields: [{ account: { password: 'quiet lantern' } }] },
  { token: { value: 'quiet lantern' } },
  new Map([['otp', 'quiet lantern']]),
])('a secret is masked at any depth: %j', (value) => {
  expect(redacted(value)).toContain(MASK);
  expect(redacted(value)).not.toContain('lantern');
});

test('a code field is masked while it is typed, and six digits are masked in any text', () => {
  expect(redact({ type: 'code.changed', code: '0123' })).toEqual({
    type: 'code.changed',
    code: MASK,
  });
  expect(redacted({ output: ['012345', 'Your code is 012345.'] })).not.toContain('012345');
});

test('other values and empty secrets stay as they are', () => {
  const value = { email: 'asha@acme.example', password: '', hasAcceptedTerms: false, at: 1234567 };
  expect(redact(value)).toEqual(value);
});

test('a file is shown by name and size', () => {
  expect(redact({ logo: new File(['1234'], 'acme.png') })).toEqual({
    logo: { file: 'acme.png', bytes: 4 },
  });
});

test('a value that cannot be cloned is shown as text', () => {
  const circular: Record<string, unknown> = { call: () => 1 };
  circular['self'] = circular;
  const throwing = {
    get broken(): string {
      throw new Error('no');
    },
  };
  expect(redact({ circular, symbol: Symbol('x'), large: 1n })).toEqual({
    circular: { call: '[function]', self: '[circular]' },
    symbol: 'Symbol(x)',
    large: '1',
  });
  expect(redact({ throwing })).toBe('[unreadable: Error: no]');
});
