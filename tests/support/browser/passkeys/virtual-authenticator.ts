import type { Page } from 'playwright-core';

/** An authenticator of a page that the browser simulates. It answers at once and knows its user. */
export interface VirtualAuthenticator {
  /** The base64 ids of the passkeys that it keeps. */
  credentialIds(): Promise<string[]>;
  /** Whether it recognizes its user from now on. */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** Whether a user is there who touches it; else ceremonies wait until they are aborted. */
  setPresence(isPresent: boolean): Promise<void>;
  addCredential(credential: {
    credentialId: string;
    privateKey: string;
    userHandle: string;
  }): Promise<void>;
  /** Removes the authenticator from the page. */
  remove(): Promise<void>;
}

/**
 * Gives a page a platform authenticator, which stays when the page is loaded again. Each tab has its own.
 *
 * @param isInternal `false` for a security key
 */
export const addVirtualAuthenticator = async (
  page: Page,
  { isInternal = true }: { isInternal?: boolean } = {},
): Promise<VirtualAuthenticator> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isInternal ? 'internal' : 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async credentialIds() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ credentialId }) => credentialId);
    },
    async setUserVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async setPresence(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async addCredential(credential) {
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          ...credential,
          isResidentCredential: true,
          rpId: 'localhost',
          signCount: 0,
        },
      });
    },
    async remove() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
};
