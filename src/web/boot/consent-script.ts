// The build inlines this script in the head of every document of a site with a tag manager. Before the
// first paint, it makes room for the bar that asks; whoever has chosen gets none.

import { readConsent } from '#web/platform/consent-choice.ts';
import { CONSENT_KEY } from '#web/platform/dom-contract.ts';
import { denyByDefault } from '#web/platform/tag-manager.ts';

denyByDefault();
if (!readConsent()) document.documentElement.dataset[CONSENT_KEY] = '';
