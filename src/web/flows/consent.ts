import { type ActorRefFrom, createActor, type EventFromLogic } from 'xstate';
import * as storageKeys from '#contract/storage-keys.ts';
import { consentMachine } from '#machines/consent.ts';
import {
  keepConsent,
  loadTag,
  readConsent,
  removeTagCookies,
  updateConsent,
} from '#web/platform/consent.ts';
import { currentPath, watchLocation } from '#web/routing/hash-location.ts';

/**
 * Loads the page again. One with a form may hold what is typed, or a request that runs: that is loaded again when the
 * visitor opens another page.
 */
const reloadPage = (): void => {
  if (!document.querySelector('main form')) {
    location.reload();
    return;
  }
  const path = currentPath();
  watchLocation(() => {
    if (path !== currentPath()) location.reload();
  });
};

/** The consent chart with its effects. */
export const consent = consentMachine.provide({
  actions: {
    keepChoice: (_, choice) => keepConsent(choice),
    grantConsent: () => updateConsent('granted'),
    loadTag: () => loadTag(import.meta.env.VITE_TAG_URL ?? ''),
    denyConsent: () => updateConsent('denied'),
    removeTagCookies,
    reloadPage,
  },
});

/** Starts the consent chart with the kept choice. It follows a choice in another tab. */
export const startConsent = (): ActorRefFrom<typeof consent> => {
  const actor = createActor(consent, {
    input: { choice: readConsent() },
    // Not the inspector of actor.ts, with whose chunk home would load all forms.
    inspect: (event) => globalThis.inspectCharts?.(event),
  });
  const send = (event: EventFromLogic<typeof consent>): void => {
    // Its end is a consent that was taken back on a page that is not yet loaded again.
    if (actor.getSnapshot().status === 'active') actor.send(event);
  };
  const follow = (): void => {
    const choice = readConsent();
    if (choice) send({ type: 'choice.changed', choice });
  };
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.consent) follow();
  });
  // A page that Back brings out of the browser's cache has missed the changes.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
  let path = currentPath();
  watchLocation(() => {
    if (path !== currentPath()) send({ type: 'page.left' });
    path = currentPath();
  });
  return actor.start();
};
