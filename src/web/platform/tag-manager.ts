/** A tag manager that reads `window.dataLayer`, with Google's Consent Mode v2. */

const PURPOSES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'];

const purposes = (value: 'granted' | 'denied'): Record<string, string> =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, value]));

const queue = (): object[] => {
  window.dataLayer ??= [];
  return window.dataLayer;
};

/** Queues a command. Google's tags tell it from an event by the type of `arguments`. */
const command: (...parts: unknown[]) => void = function () {
  // biome-ignore lint/complexity/noArguments: an array would be ignored.
  queue().push(arguments);
};

/** Denies every purpose until the visitor accepts. It has to precede the tag manager. */
export const denyByDefault = (): void => command('consent', 'default', purposes('denied'));

export const updateConsent = (value: 'granted' | 'denied'): void =>
  command('consent', 'update', purposes(value));

/** Loads the script of the tag manager. A blocked or missing one changes nothing on the page. */
export const loadTag = (address: string): void => {
  // A container of Google's counts a page from here.
  queue().push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);
};

/** Cookies of Google Analytics and Google Ads. What sets others is not known here. */
const TAG_COOKIE = /^_(?:ga|gac|gid|gat|gcl)(?:_|$)/;

/** Removes the cookies of Google's tags from this host and from the domains above it, where they are set. */
export const removeTagCookies = (): void => {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`);
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '');
  for (const name of names.filter((one) => TAG_COOKIE.test(one)))
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way.
      document.cookie = `${name}=;path=/;max-age=0${domain}`;
    }
};
