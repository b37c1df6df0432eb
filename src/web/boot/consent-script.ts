// The build inlines this script in the head of every document of a site with a tag manager. Before the
// first paint, it makes room for the bar that asks; whoever has chosen gets none.

import { denyByDefault, readConsent } from '#web/platform/consent.ts';
import { CONSENT_KEY } from '#web/platform/dom-contract.ts';

denyByDefault();
if (!readConsent()) document.documentElement.dataset[CONSENT_KEY] = '';
