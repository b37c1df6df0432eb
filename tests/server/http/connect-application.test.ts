import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findProgram } from '#build/local-programs.ts';
import { ROOT } from '#build/root.ts';
import { paths } from '#contract/calls/paths.ts';
import { makeAccount } from '#tests/support/server/log-in-steps.ts';
import { startNginx } from '#tests/support/server/nginx.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

/** The proxy's lines of docs/deploy.md that ask for the session. */
const documented = (): string => {
  const page = readFileSync(`${ROOT}docs/deploy.md`, 'utf8');
  const blocks = [...page.matchAll(/^```nginx\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.find((text) => text.includes('auth_request')) ?? '';
};

/** An application that answers with the address that it was asked for. */
const startApplication = async (): Promise<number> => {
  const application = createServer(({ url }, response) => response.end(`application ${url}`));
  onTestFinished(() => void application.close());
  await new Promise<void>((resolve) => {
    application.listen(0, '127.0.0.1', resolve);
  });
  return (application.address() as AddressInfo).port;
};

onEmbeddedDatabase('an application behind the documented proxy', (server) => {
  it('is opened with a session, and leads to the login without one', async (context) => {
    const program = findProgram('nginx');
    if (program === undefined) return skipBecause(context, 'nginx is not installed');
    // Before the server has a port, which becomes its origin.
    const { maker } = await makeAccount(server());
    const { maker: leaver } = await makeAccount(server());
    const left = new Map(leaver.cookies);
    expect((await leaver.post(paths.logout)).status).toBe(200);
    const site = await server().app.listen({ host: '127.0.0.1', port: 0 });
    const lines = documented()
      .replace('127.0.0.1:4000', `127.0.0.1:${await startApplication()}`)
      .replace('http://127.0.0.1:3000', site);
    const origin = await startNginx(program, `${lines} location / { proxy_pass ${site}; }`);
    const open = async (cookies: ReadonlyMap<string, string>) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(`${origin}/app/jobs?page=2`, {
        redirect: 'manual',
        headers: { cookie },
      });
      return [answer.status, answer.headers.get('location'), await answer.text()];
    };
    expect(await open(maker.cookies)).toEqual([200, null, 'application /app/jobs?page=2']);
    const [status, location] = await open(new Map());
    expect([status, new URL(String(location), origin).pathname]).toEqual([302, '/login']);
    expect((await open(left))[0]).toBe(302);
    // Nobody asks for a session by its own address.
    expect((await fetch(`${origin}/session`)).status).toBe(404);
  });
});
