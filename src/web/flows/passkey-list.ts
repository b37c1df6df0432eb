import { passkeyListMachine } from '#machines/passkey-list.ts';
import * as calls from '#web/api/calls/passkey-list.ts';
import { type ActorOptions, fromCall, inspector, notifier } from './actor.ts';
import { passkeyCreation } from './passkey-creation.ts';
import { createPasskeyRegistration } from './passkey-registration.ts';
import { reauthentication } from './reauthentication.ts';
import './session.ts';

/** The chart of the passkey list with its actors. */
export const passkeyList = passkeyListMachine.provide({
  actors: {
    fetchPasskeys: fromCall(() => calls.fetchPasskeys({ staysOnPage: false })),
    renamePasskey: fromCall(calls.renamePasskey),
    removePasskey: fromCall(calls.removePasskey),
    registration: createPasskeyRegistration(async () => passkeyCreation),
    reauthentication,
    notifier,
  },
});

/** Actor options for the page of a user. One can be added where the browser knows passkeys. */
export const passkeyListOptions = (email: string): ActorOptions<typeof passkeyList> => ({
  input: { canAdd: 'PublicKeyCredential' in globalThis, email },
  inspect: inspector,
});

/** The same chart beside the form for a new password, which works without the list. */
export const resetPasskeys = passkeyList.provide({
  actors: { fetchPasskeys: fromCall(() => calls.fetchPasskeys({ staysOnPage: true })) },
});

/** Actor options for the page of a new password. */
export const resetPasskeysOptions = (email: string): ActorOptions<typeof resetPasskeys> => ({
  input: { canAdd: false, email },
  inspect: inspector,
});
