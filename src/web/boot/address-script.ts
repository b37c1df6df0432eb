// The build inlines this script in the head of every document but home's. Before the first paint, it
// replaces the real address of the page by its hash address, and shows what needs passkeys.

import { PASSKEYS_KEY } from '#web/platform/dom-contract.ts';
import { withEntryKey } from '#web/routing/hash-location.ts';

const { pathname, search, hash } = location;
const parameters = search.slice(1).split('&');

/** The query of the parameters that match, as they were written. */
const queryOf = (pattern: RegExp): string => {
  const kept = parameters.filter((parameter) => pattern.test(parameter));
  return kept.length > 0 ? `?${kept.join('&')}` : '';
};

/** What says where the visit comes from applies to every page, so it stays in front of the hash. */
const source = queryOf(/^(?:utm_|gclid=|fbclid=|msclkid=)/);
// Other parameters belong to the page.
const route = `#${pathname}${queryOf(/^(?!utm_|gclid=|fbclid=|msclkid=)./)}`;

// A route in the hash of another page's address is an address of home's document.
if (/^#\//.test(hash)) location.replace(`/${source}${hash}`);
else history.replaceState(withEntryKey(), '', `/${source}${route}`);
history.scrollRestoration = 'manual';
if ('PublicKeyCredential' in globalThis) document.documentElement.dataset[PASSKEYS_KEY] = '';
