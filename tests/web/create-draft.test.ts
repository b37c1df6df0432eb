// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { object, string } from 'yup';
import { createDraft, storage } from '#web/platform/storage.ts';

const isText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
const draft = createDraft({ key: 'draft', storage: 'session', parse: isText });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

test('a saved value is read again, and gone when it is cleared', () => {
  draft.save('typed');
  expect(draft.read()).toBe('typed');
  draft.clear();
  expect(draft.read()).toBeUndefined();
});

test('what was never stored is undefined', () => {
  expect(storage.read('draft')).toBeUndefined();
});

test('each storage area has its own value', () => {
  const shared = createDraft({ key: 'draft', storage: 'local', parse: isText });
  draft.save('this tab');
  shared.save('all tabs');
  expect([draft.read(), shared.read()]).toEqual(['this tab', 'all tabs']);
});

test.each(['{', '1', 'null'])('an invalid stored value is ignored: %s', (stored) => {
  sessionStorage.setItem('draft', stored);
  expect(draft.read()).toBeUndefined();
});

test('a schema that throws makes the stored value invalid', () => {
  const schema = object({ email: string().required() });
  const login = createDraft({
    key: 'login',
    storage: 'session',
    parse: (stored) => schema.validateSync(stored, { strict: true }),
  });
  sessionStorage.setItem('login', '{"email":1}');
  expect(login.read()).toBeUndefined();
  login.save({ email: 'asha@acme.example' });
  expect(login.read()).toEqual({ email: 'asha@acme.example' });
});

test('forbidden storage reads as empty and accepts every call', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    removeItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  draft.save('typed');
  draft.clear();
  expect(draft.read()).toBeUndefined();
});
