import { browserName } from '#contract/browser-name.ts';
import type {
  CreatePasskeyResult,
  PasskeyRegistrationNotice,
} from '#machines/passkey-registration.ts';
import * as calls from '#web/api/calls/passkey.ts';
import { hasPasskeys, hasPlatformAuthenticator } from '#web/platform/passkey-support.ts';
import { answeredOffer, type PasskeyCreation } from './passkey-registration.ts';

const notices = {
  cancelled: 'creationCancelled',
  exists: 'creationExists',
  notAllowed: 'creationNotAllowed',
} as const satisfies Record<string, PasskeyRegistrationNotice>;

/** The effects of a registration. */
export const passkeyCreation: PasskeyCreation = {
  findSupport: async () => ({
    hasPasskeys: hasPasskeys(),
    hasPlatformAuthenticator: await hasPlatformAuthenticator(),
    answeredAt: answeredOffer.read(),
    suggestedName: browserName(navigator.userAgent),
  }),
  async createPasskey({ email, name }, signal): Promise<CreatePasskeyResult> {
    const options = await calls.fetchRegistrationOptions();
    if (!options.ok) return options;
    if (options.value.user.name !== email) return { ok: false, notice: 'creationOtherAccount' };
    const { runRegistration } = await import('#web/platform/passkey-ceremony.ts');
    const created = await runRegistration(options.value, signal);
    if (!created.ok) return { ok: false, notice: notices[created.reason] };
    return calls.registerPasskey({ name, credential: created.credential });
  },
};
