import { describe, expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { listenOnFreePort, sendRawText } from '#tests/support/server/http/raw-http.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';

const CRLF = '\r\n';

onEmbeddedDatabase('over a real connection', (server) => {
  const listen = () => listenOnFreePort(server());

  it('two Host headers are 400', async () => {
    const port = await listen();
    const head = `GET /healthz HTTP/1.1${CRLF}Host: a${CRLF}Host: b${CRLF}Connection: close`;
    expect(await sendRawText(port, head + CRLF + CRLF)).toMatch(/^HTTP\/1\.1 400 /);
    const one = `GET /healthz HTTP/1.1${CRLF}Host: a${CRLF}Connection: close`;
    expect(await sendRawText(port, one + CRLF + CRLF)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('headers of more than 16 KiB are 431 with a JSON body', async () => {
    const port = await listen();
    const head = `GET / HTTP/1.1${CRLF}Host: a${CRLF}X: ${'x'.repeat(17_000)}${CRLF}${CRLF}`;
    const response = await sendRawText(port, head);
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toContain('"headers_too_large"');
    expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('input that is not HTTP is 400', async () => {
    expect(await sendRawText(await listen(), `HELO there${CRLF}${CRLF}`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  it("the origins of the actual port are the site's own", async () => {
    const port = await listen();
    const client = server().client();
    const from = (origin: string) => client.post(paths.logout, undefined, { origin });
    expect((await from(`http://localhost:${port}`)).status).toBe(200);
    expect((await from(`http://127.0.0.1:${port}`)).status).toBe(200);
    expect((await from('http://localhost:3000')).status).toBe(403);
  });
});

describe('behind a proxy', () => {
  onEmbeddedDatabase(
    'that is trusted',
    (server) => {
      it('the client is the last address of X-Forwarded-For', async () => {
        const email = server().email();
        await server()
          .client('10.0.0.1')
          .post(fillPath(paths.sendSignUpCode, { email }), undefined, {
            headers: { 'x-forwarded-for': '1.2.3.4, 198.51.100.7' },
          });
        const { network } = await server()
          .db.selectFrom('audit')
          .where('email', '=', email)
          .select('network')
          .executeTakeFirstOrThrow();
        expect(network).toBe('198.51.100.7');
      });

      it('the client is the proxy if X-Forwarded-For is not an address', async () => {
        const email = server().email();
        await server()
          .client('10.0.0.1')
          .post(fillPath(paths.sendSignUpCode, { email }), undefined, {
            headers: { 'x-forwarded-for': "'; drop table users" },
          });
        const { network } = await server()
          .db.selectFrom('audit')
          .where('email', '=', email)
          .select('network')
          .executeTakeFirstOrThrow();
        expect(network).toBe('10.0.0.1');
      });
    },
    { config: { trustProxy: 1 } },
  );
});
