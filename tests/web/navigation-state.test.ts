import { expect, test } from 'vitest';
import {
  accountIdOf,
  emailOf,
  isLoginByCode,
  isSessionEnded,
  planOf,
} from '#web/routing/navigation-state.ts';

const ID = '3F2504E0-4f89-41d3-9a0c-0305e82c3301';

const read = (state: unknown) => ({
  email: emailOf(state),
  plan: planOf(state),
  id: accountIdOf(state),
  isEnded: isSessionEnded(state),
  isByCode: isLoginByCode(state),
});

test('a page reads what a link to it has left', () => {
  const state = {
    email: 'asha@acme.example',
    plan: 'Pro',
    id: ID,
    isSessionEnded: true,
    isByCode: true,
  };
  expect(read(state)).toEqual({
    email: 'asha@acme.example',
    plan: 'Pro',
    id: ID,
    isEnded: true,
    isByCode: true,
  });
});

test.each([
  null,
  undefined,
  'email',
  5,
  {},
  { email: 5, plan: ['Pro'], id: 7, isSessionEnded: 'true', isByCode: 1 },
  { id: `${ID}0` },
  { id: `x${ID}` },
  { id: '../accounts' },
])('a page begins as without a link where the state is %j', (state) => {
  expect(read(state)).toEqual({
    email: '',
    plan: undefined,
    id: undefined,
    isEnded: false,
    isByCode: false,
  });
});
