import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { now } from '#server/database/time.ts';
import { expireAccessTokens } from '#tests/support/server/database/age-rows.ts';
import { companyBody, completeBody, makeUser } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

/** Replaces the address of a user, which differs with every run. */
const EMAIL = 'asha@acme.example';

onEachDatabase('the page after sign-up', (server) => {
  it('shows who is signed in', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    await client.patch(paths.completeUser, { ...completeBody(userId), name: 'Asha Rao' });
    const page = await client.get('/app/jobs/new');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    await expect(page.text.replaceAll(email, EMAIL)).toMatchFileSnapshot(
      '../../approved/pages/first-job.html',
    );
    const headings = [
      ['/app', 'Home'],
      ['/app/', 'Home'],
      ['/app/ats', 'ATS home'],
      ['/app/ats/candidates', 'ATS home'],
      ['/app/elsewhere', 'You are logged in'],
    ] as const;
    for (const [path, heading] of headings) {
      const { text } = await client.get(path);
      expect([path, text]).toEqual([path, expect.stringContaining(`<h1>${heading}</h1>`)]);
    }
  });

  it('links a user without a password of their own to the form that sets one', async () => {
    const client = server().client();
    const { email } = await makeUser(server(), client);
    const { text } = await client.get('/app/jobs/new');
    await expect(text.replaceAll(email, EMAIL)).toMatchFileSnapshot(
      '../../approved/pages/password-required.html',
    );
  });

  it('escapes names', async () => {
    const client = server().client();
    const { userId } = await makeUser(server(), client);
    const name = `"><script>alert(1)</script>'&`;
    await client.post(paths.createCompany, { ...companyBody, name });
    await client.patch(paths.completeUser, {
      uuid: userId,
      status: 'accepted',
      password: 'a quite different passphrase',
      name: '<img src=x onerror=alert(1)>',
    });
    const { text } = await client.get('/app/');
    expect(text).not.toMatch(/<script>alert|<img src=x/);
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;');
  });

  it('redirects to the login without a session, and deletes the mark of one', async () => {
    const client = server().client();
    client.cookies.set('signed-in', '1');
    const response = await client.get('/app/jobs/new');
    expect(response.status).toBe(302);
    expect(response.headers['location']).toBe('/login');
    expect(client.cookies.has('signed-in')).toBe(false);
  });

  it('deletes no tokens with an ended session, because another tab may have newer ones', async () => {
    const client = server().client();
    const { userId } = await makeUser(server(), client);
    await server()
      .db.updateTable('sessions')
      .set({ ended_at: now })
      .where('user_id', '=', userId)
      .execute();
    const { status, headers } = await client.get('/app/');
    expect(status).toBe(302);
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^signed-in=; Max-Age=0/),
    ]);
    expect((await client.get('/app/')).status).toBe(302);
  });

  it('restores the mark of a session that another response has deleted', async () => {
    const client = server().client();
    await makeUser(server(), client);
    client.cookies.delete('signed-in');
    await client.get('/app/');
    expect(client.cookies.get('signed-in')).toBe('1');
  });

  it('renews an expired session', async () => {
    const client = server().client();
    const { userId, email } = await makeUser(server(), client);
    await expireAccessTokens(server().db, userId);
    const before = client.cookies.get('refresh');
    expect((await client.get('/app/')).text).toContain(email);
    expect(client.cookies.get('refresh')).not.toBe(before);
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await client.post(paths.logout)).status).toBe(200);
  });

  it('loads its style and script from files', async () => {
    const style = await server().client().get('/app/style.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    const script = await server().client().get('/app/log-out.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.text).toContain(paths.logout);
  });
});
