import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { auditTrail } from '#tests/support/server/log-in-steps.ts';
import {
  companyBody,
  completeBody,
  makeCompany,
  userBody,
  verifyEmail,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('every change of a company', (server) => {
  const changes = async (email: string) =>
    (await auditTrail(server(), { email })).filter((line) => /^(?:company|logo|ticket)/.test(line));

  it('is one audit row, and a refused one is none', async () => {
    const [client, email] = [server().client(), server().email()];
    const companyId = await makeCompany(server(), client, email);
    expect(await changes(email)).toEqual(['company.created accepted']);
    expect((await client.post(paths.createCompany, companyBody)).status).toBe(200);
    const { buffer } = await pngLogo();
    expect((await uploadLogo(client, companyId, buffer)).status).toBe(200);
    expect((await uploadLogo(client, companyId, 'no image')).status).toBe(415);
    const user = await client.post(paths.createUser, userBody(companyId, email));
    const late = copyCookies(client, server().client());
    await client.patch(paths.completeUser, completeBody(user.body.message));
    const profile = { uuid: companyId, name: 'Bright', about: 'Freight.' };
    expect((await client.patch(paths.updateCompany, profile)).status).toBe(200);
    expect((await late.post(paths.createCompany, companyBody)).status).toBe(401);
    expect(await changes(email)).toEqual([
      'company.created accepted',
      'company.updated accepted',
      'logo.stored accepted',
      'company.updated accepted',
    ]);
  });

  it('can be followed to the ticket that a logout has withdrawn', async () => {
    const [client, email] = [server().client(), server().email()];
    await verifyEmail(server(), client, email);
    const left = copyCookies(client, server().client());
    for (const browser of [client, left])
      expect((await browser.post(paths.logout)).status).toBe(200);
    expect(await changes(email)).toEqual(['ticket.revoked accepted']);
  });
});
