import { fromPromise } from 'xstate';
import { browserName } from '#contract/browser-name.ts';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import {
  type CreatePasskeyResult,
  type PasskeyRegistrationNotice,
  passkeyRegistrationMachine,
  type RegistrationSupport,
} from '#machines/passkey-registration.ts';
import * as calls from '#web/api/calls/passkey.ts';
import { hasPasskeys, hasPlatformAuthenticator } from '#web/platform/passkey-support.ts';
import { createDraft } from '#web/platform/storage.ts';
import { reauthentication } from './reauthentication.ts';

/** When the offer of a passkey was answered in this browser (epoch ms). */
const answeredOffer = createDraft({
  key: storageKeys.passkeyAnswer,
  storage: 'local',
  parse: (stored) => (Number.isFinite(stored) ? Number(stored) : undefined),
});

const notices = {
  cancelled: 'creationCancelled',
  exists: 'creationExists',
  notAllowed: 'creationNotAllowed',
} as const satisfies Record<string, PasskeyRegistrationNotice>;

const findSupport = async (): Promise<RegistrationSupport> => ({
  hasPasskeys: hasPasskeys(),
  hasPlatformAuthenticator: await hasPlatformAuthenticator(),
  answeredAt: answeredOffer.read(),
  suggestedName: browserName(navigator.userAgent),
});

const createPasskey = async (
  { email, name }: { email: string } & Pick<RequestBody<'registerPasskey'>, 'name'>,
  signal: AbortSignal,
): Promise<CreatePasskeyResult> => {
  const options = await calls.fetchRegistrationOptions();
  if (!options.ok) return options;
  if (options.value.user.name !== email) return { ok: false, notice: 'creationOtherAccount' };
  const { runRegistration } = await import('#web/platform/passkey-ceremony.ts');
  const created = await runRegistration(options.value, signal);
  if (!created.ok) return { ok: false, notice: notices[created.reason] };
  return calls.registerPasskey({ name, credential: created.credential });
};

/** The registration chart with its actors and effects. A page's chart invokes it. */
export const passkeyRegistration = passkeyRegistrationMachine.provide({
  actors: {
    findSupport: fromPromise(findSupport),
    createPasskey: fromPromise(({ input, signal }) => createPasskey(input, signal)),
    reauthentication,
  },
  actions: { saveAnswer: () => answeredOffer.save(Date.now()) },
});
