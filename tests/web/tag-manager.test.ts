// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { denyByDefault, loadTag, removeTagCookies, updateConsent } from '#web/platform/consent.ts';

beforeEach(() => {
  delete window.dataLayer;
  vi.restoreAllMocks();
});

const commands = () => window.dataLayer?.map((entry) => [...(entry as IArguments)]);
const everyPurpose = (value: string) => ({
  ad_storage: value,
  ad_user_data: value,
  ad_personalization: value,
  analytics_storage: value,
});

test('every purpose is denied before the tag manager, until the visitor accepts', () => {
  denyByDefault();
  updateConsent('granted');
  updateConsent('denied');
  expect(commands()).toEqual([
    ['consent', 'default', everyPurpose('denied')],
    ['consent', 'update', everyPurpose('granted')],
    ['consent', 'update', everyPurpose('denied')],
  ]);
});

test('the tag manager counts the page from its script, which does not hold up the page', () => {
  const append = vi.spyOn(document.head, 'append').mockReturnValue();
  loadTag('https://tag.example/gtm.js');
  expect(window.dataLayer).toEqual([{ 'gtm.start': expect.any(Number), event: 'gtm.js' }]);
  const [script] = append.mock.calls.flat() as HTMLScriptElement[];
  expect([script?.src, script?.async]).toEqual(['https://tag.example/gtm.js', true]);
});

test("the cookies of Google's tags are removed from this host and those above it, and no others", () => {
  const names = ['_ga', '_ga_X1', '_gac_1', '_gid', '_gat', '_gcl_au'];
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(
    ['signed-in=1', 'id_ga=2', '_game=3', ...names.map((name) => `${name}=GA1.1`)].join('; '),
  );
  vi.spyOn(location, 'hostname', 'get').mockReturnValue('www.acme.example');
  const set = vi.spyOn(document, 'cookie', 'set').mockReturnValue();
  removeTagCookies();
  const domains = ['', ';domain=www.acme.example', ';domain=acme.example', ';domain=example'];
  expect(set.mock.calls.flat()).toEqual(
    names.flatMap((name) => domains.map((domain) => `${name}=;path=/;max-age=0${domain}`)),
  );
});
