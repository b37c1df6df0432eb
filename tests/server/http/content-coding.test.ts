import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import { filePart, multipartForm } from '#tests/support/server/http/multipart-form.ts';
import { listenOnFreePort, sendRawText, statusesIn } from '#tests/support/server/http/raw-http.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { companyBody, makeCompany, verifyEmail } from '#tests/support/server/sign-up-steps.ts';
import { ORIGIN } from '#tests/support/server/test-server.ts';

const MEGABYTE = 1024 * 1024;
const CRLF = '\r\n';
const LAST_CHUNK = `0${CRLF}${CRLF}`;
const json = { 'content-type': 'application/json' };

const toChunk = (text: string) => `${text.length.toString(16)}${CRLF}${text}${CRLF}`;

onEmbeddedDatabase(
  'a body with a Content-Encoding',
  (server) => {
    const verified = async () => {
      const client = server().client();
      await verifyEmail(server(), client, server().email());
      return client;
    };
    const compressed = gzipSync(JSON.stringify(companyBody));

    describe('is 415 and the response lists the supported ones', () => {
      it.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'GZIP', 'identity, gzip', 'gzip, gzip'])(
        '%s',
        async (coding) => {
          const client = await verified();
          const headers = { ...json, 'content-encoding': coding };
          const response = await client.send('POST', paths.createCompany, {
            payload: compressed,
            headers,
          });
          expect([response.status, response.error?.code]).toEqual([415, 'media_type_unsupported']);
          expect(response.headers['accept-encoding']).toBe('identity');
        },
      );

      it('is 415 also for JSON that is not really compressed', async () => {
        const client = await verified();
        const headers = { 'content-encoding': 'gzip' };
        expect((await client.post(paths.createCompany, companyBody, { headers })).status).toBe(415);
        expect((await client.post(paths.createCompany, companyBody)).status).toBe(200);
      });

      it('is 415 for a form with a logo', async () => {
        const client = server().client();
        const companyId = await makeCompany(server(), client, server().email());
        const { payload, headers } = multipartForm([
          filePart('no picture'),
          { name: 'companyid', content: companyId },
        ]);
        const response = await client.send('POST', paths.uploadLogo, {
          payload: gzipSync(payload),
          headers: { ...headers, 'content-encoding': 'gzip' },
        });
        expect([response.status, response.error?.code]).toEqual([415, 'media_type_unsupported']);
      });

      it('is 415 where no body is expected', async () => {
        const headers = { ...json, 'content-encoding': 'gzip' };
        const response = await server()
          .client()
          .send('POST', paths.logout, { payload: gzipSync('{}'), headers });
        expect(response.status).toBe(415);
      });
    });

    it.each(['identity', 'Identity', 'identity, identity', ''])(
      'is accepted if the encoding is %j',
      async (coding) => {
        const client = await verified();
        const headers = { 'content-encoding': coding };
        expect((await client.post(paths.createCompany, companyBody, { headers })).status).toBe(200);
      },
    );

    it('is ignored on a request without a body', async () => {
      const headers = { 'content-encoding': 'gzip' };
      expect((await server().client().get(paths.alive, { headers })).status).toBe(200);
      const sent = await server().client().send('POST', paths.logout, { headers });
      expect(sent.status).not.toBe(415);
    });

    const uploadHead = async (...lines: string[]) => {
      const client = await verified();
      return [
        `POST ${paths.uploadLogo} HTTP/1.1`,
        `Host: ${new URL(ORIGIN).host}`,
        `Origin: ${ORIGIN}`,
        `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
        `${XSRF_HEADER}: ${client.cookies.get(cookieNames.xsrf)}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Encoding: gzip',
        ...lines,
        CRLF,
      ].join(CRLF);
    };

    it('leaves the connection usable for the next request', async () => {
      const body = 'x'.repeat(4 * MEGABYTE);
      const whole = (await uploadHead(`Content-Length: ${body.length}`)) + body;
      const inChunks = `${await uploadHead('Transfer-Encoding: chunked')}${toChunk(body)}${LAST_CHUNK}`;
      const next = ['GET /healthz HTTP/1.1', 'Host: a', 'Connection: close', CRLF].join(CRLF);
      const responses = await sendRawText(
        await listenOnFreePort(server()),
        whole + inChunks + next,
      );
      expect(statusesIn(responses)).toEqual([415, 415, 200]);
    });

    it('is read to its end before the response is sent', async () => {
      const port = await listenOnFreePort(server());
      const socket = connect(port, '127.0.0.1');
      let response = '';
      socket.on('data', (bytes) => {
        response += bytes;
      });
      socket.write(await uploadHead('Transfer-Encoding: chunked', 'Connection: close'));
      socket.write(toChunk('x'.repeat(MEGABYTE)));
      for (let others = 0; others < 3; others += 1)
        expect((await fetch(`http://127.0.0.1:${port}${paths.ready}`)).status).toBe(200);
      expect(response).toBe('');
      socket.write(LAST_CHUNK);
      await once(socket, 'end');
      expect(statusesIn(response)).toEqual([415]);
    });

    it('is not stored', async () => {
      const lead = demoRequest();
      const headers = { 'content-encoding': 'gzip' };
      const client = server().client();
      expect((await client.post(paths.requestDemo, lead, { headers })).status).toBe(415);
      const rows = await server().db.selectFrom('leads').select('email').execute();
      expect(rows.map(({ email }) => email)).not.toContain(lead.email);
    });
  },
  { config: { publicUrl: ORIGIN } },
);
