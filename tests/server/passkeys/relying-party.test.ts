import { expect, it } from 'vitest';
import {
  addPasskey,
  askToAdd,
  askToLogIn,
  logInByPasskey,
  tryToAdd,
} from '#tests/support/passkeys/passkey-steps.ts';
import { makeAccount } from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const PUBLIC_URL = 'https://www.sitara.example';
const LISTED = 'https://app.sitara.example';

onEachDatabase(
  'passkeys of a public site',
  (server) => {
    it('belong to its host name, and work on its origin', async () => {
      const { maker } = await makeAccount(server());
      expect((await askToAdd(maker)).rp.id).toBe('www.sitara.example');
      expect((await askToLogIn(maker)).rpId).toBe('www.sitara.example');
      const { passkey } = await addPasskey(maker, { origin: PUBLIC_URL });
      const response = await logInByPasskey(server().client(), passkey, { origin: PUBLIC_URL });
      expect(response.status).toBe(200);
    });

    it.each([
      LISTED,
      'http://www.sitara.example',
      'https://sitara.example',
      'https://www.sitara.example:8443',
      'https://WWW.sitara.example',
      'http://localhost:3000',
      'null',
    ])('do not work on %s', async (origin) => {
      const { maker } = await makeAccount(server());
      const added = await tryToAdd(maker, { origin });
      expect(added.response.error?.code).toBe('passkey_invalid');
      const { passkey } = await addPasskey(maker, { origin: PUBLIC_URL });
      const response = await logInByPasskey(server().client(), passkey, { origin });
      expect(response.error?.code).toBe('passkey_invalid');
    });
  },
  { config: { publicUrl: PUBLIC_URL, webOrigins: [LISTED] } },
);
