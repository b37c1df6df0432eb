import type { Origins } from '#server/http/origins.ts';

/** The site as authenticators know it (WebAuthn level 3, §4, relying party). */
export interface RelyingParty {
  /** Its host name. A passkey belongs to it for good. */
  id: string;
  /** The only origin whose pages may use its passkeys. */
  origin: string;
}

/** The relying party of the site's own origin. Origins of `WEB_ORIGINS` are not part of it. */
export const relyingPartyOf = (origins: Pick<Origins, 'own'>): RelyingParty => {
  const origin = origins.own();
  return { id: new URL(origin).hostname, origin };
};
