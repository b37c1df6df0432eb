import { fromPromise } from 'xstate';
import * as storageKeys from '#contract/storage-keys.ts';
import {
  type CreatePasskeyResult,
  passkeyRegistrationMachine,
  type RegistrationSupport,
} from '#machines/passkey-registration.ts';
import { createDraft } from '#web/platform/storage.ts';
import { reauthentication } from './reauthentication.ts';

/** When the offer of a passkey was answered in this browser (epoch ms). */
export const answeredOffer = createDraft({
  key: storageKeys.passkeyAnswer,
  storage: 'local',
  parse: (stored) => (Number.isFinite(stored) ? Number(stored) : undefined),
});

/** The effects of a registration, in `passkey-creation.ts`: the login page loads them when it needs them. */
export interface PasskeyCreation {
  findSupport: () => Promise<RegistrationSupport>;
  createPasskey: (
    input: { email: string; name: string },
    signal: AbortSignal,
  ) => Promise<CreatePasskeyResult>;
}

/**
 * The registration chart with its actors. A page's chart invokes it.
 * @param load loads the effects; if it rejects, no passkey is offered
 */
export const createPasskeyRegistration = (load: () => Promise<PasskeyCreation>) =>
  passkeyRegistrationMachine.provide({
    actors: {
      findSupport: fromPromise(async () => (await load()).findSupport()),
      createPasskey: fromPromise(async ({ input, signal }) =>
        (await load()).createPasskey(input, signal),
      ),
      reauthentication,
    },
    actions: { saveAnswer: () => answeredOffer.save(Date.now()) },
  });
