import { passkeyListMachine } from '#machines/passkey-list.ts';
import * as calls from '#web/api/calls/passkey-list.ts';
import type { ActorOptions } from '../actor-options.ts';
import { fromCall } from '../from-call.ts';
import { inspector } from '../inspector.ts';
import { notifier } from '../notifier.ts';
import { passkeyRegistration } from '../passkey-registration/passkey-registration.ts';
import '../session/session.ts';

/** The chart of the passkey list with its actors. */
export const passkeyList = passkeyListMachine.provide({
  actors: {
    fetchPasskeys: fromCall(calls.fetchPasskeys),
    renamePasskey: fromCall(calls.renamePasskey),
    removePasskey: fromCall(calls.removePasskey),
    registration: passkeyRegistration,
    notifier,
  },
});

/** Actor options for the page of a user: a passkey can be added where the browser knows passkeys. */
export const passkeyListOptions = (email: string): ActorOptions<typeof passkeyList> => ({
  input: { canAdd: 'PublicKeyCredential' in globalThis, email },
  inspect: inspector,
});
