import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { RequestBody, ResponseBody } from '#contract/calls/all-calls.ts';

// Loaded when it is needed only: the library and the ceremonies are a chunk of their own.

/**
 * Why a ceremony gave no credential. `cancelled`: also a time that ran out and no passkey for this site,
 * which browsers do not tell apart (WebAuthn level 3, §14.5.2). `exists`: this authenticator has one.
 * `notAllowed`: the browser or the address of the page refuses.
 */
type CeremonyFailure = 'cancelled' | 'exists' | 'notAllowed';

/** The credential, or why there is none. */
type CeremonyResult<Credential> =
  | { ok: true; credential: Credential }
  | { ok: false; reason: CeremonyFailure };

/** By the name of the DOMException; the library's errors keep it. */
const failures: Record<string, CeremonyFailure> = {
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'exists',
  ConstraintError: 'notAllowed',
  NotSupportedError: 'notAllowed',
  SecurityError: 'notAllowed',
};

// The credentials have the fields that the server reads. No extension is asked for.

/** Runs a ceremony, which the signal ends. Other errors are thrown. */
const runCeremony = async <Credential>(
  start: () => Promise<Credential>,
  signal: AbortSignal,
): Promise<CeremonyResult<Credential>> => {
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel);
  try {
    return { ok: true, credential: await start() };
  } catch (error) {
    const reason = error instanceof Error ? failures[error.name] : undefined;
    if (reason === undefined) throw error;
    return { ok: false, reason };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

interface ChooseOptions {
  options: ResponseBody<'passkeyLoginOptions'>;
  /** Waits in the autofill of a field with the token `webauthn`; else the browser asks at once. */
  isAutofill: boolean;
  signal: AbortSignal;
}

/** Lets the user choose a passkey and signs the challenge with it. */
export const runLogin = ({
  options,
  isAutofill,
  signal,
}: ChooseOptions): Promise<CeremonyResult<RequestBody<'passkeyLogin'>['credential']>> =>
  runCeremony(async () => {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: isAutofill,
    });
    // A discoverable credential always has one (WebAuthn level 3, §6.3.3, step 13).
    const { userHandle = '' } = response;
    const { clientDataJSON, authenticatorData, signature } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  }, signal);

/** Creates a passkey on an authenticator that the user chooses. */
export const runRegistration = (
  options: ResponseBody<'passkeyRegistrationOptions'>,
  signal: AbortSignal,
): Promise<CeremonyResult<RequestBody<'registerPasskey'>['credential']>> =>
  runCeremony(async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports },
    };
  }, signal);
