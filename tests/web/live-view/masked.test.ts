import { expect, test } from 'vitest';
import { MASK, masked } from '#charts/relay/masked.ts';

const shown = (value: unknown): string => JSON.stringify(masked(value));

test.each([
  { password: 'quiet lantern' },
  { newPassword: 'quiet lantern' },
  { confirmation: 'quiet lantern' },
  { fields: [{ account: { password: 'quiet lantern' } }] },
  { token: { value: 'quiet lantern' } },
  new Map([['otp', 'quiet lantern']]),
])('a secret does not leave the page, however deep it lies: %j', (value) => {
  expect(shown(value)).toContain(MASK);
  expect(shown(value)).not.toContain('lantern');
});

test('a code is masked by its name while it is typed, and by its six digits anywhere', () => {
  expect(masked({ type: 'code.changed', code: '0123' })).toEqual({
    type: 'code.changed',
    code: MASK,
  });
  expect(shown({ output: ['012345', 'Your code is 012345.'] })).not.toContain('012345');
});

test('what is no secret stays, an empty secret too', () => {
  const value = { email: 'asha@acme.example', password: '', hasAcceptedTerms: false, at: 1234567 };
  expect(masked(value)).toEqual(value);
});

test('a file becomes its name and its size', () => {
  expect(masked({ logo: new File(['1234'], 'acme.png') })).toEqual({
    logo: { file: 'acme.png', bytes: 4 },
  });
});

test('what no message can carry becomes words', () => {
  const round: Record<string, unknown> = { call: () => 1 };
  round['self'] = round;
  const bad = {
    get broken(): string {
      throw new Error('no');
    },
  };
  expect(() => structuredClone(masked({ round, bad, symbol: Symbol('x') }))).not.toThrow();
  expect(masked(round)).toEqual({ call: '[function]', self: '[circular]' });
});
