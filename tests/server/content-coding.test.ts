import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { paths } from '#contract/paths.ts';
import { demoRequest } from '../support/load.ts';
import { filePart, form } from '../support/multipart-form.ts';
import { listenOn, statusesIn, talk } from '../support/raw-http.ts';
import { companyBody, makeCompany, verifyEmail } from '../support/sign-up-steps.ts';
import { ORIGIN, onEachDatabase } from '../support/test-server.ts';

const MEGABYTE = 1024 * 1024;
const CRLF = '\r\n';
const LAST_CHUNK = `0${CRLF}${CRLF}`;
const json = { 'content-type': 'application/json' };

const toChunk = (text: string) => `${text.length.toString(16)}${CRLF}${text}${CRLF}`;

onEachDatabase(
  'a body that is coded',
  (server) => {
    const verified = async () => {
      const client = server().client();
      await verifyEmail(server(), client, server().email());
      return client;
    };
    const compressed = gzipSync(JSON.stringify(companyBody));

    describe('is 415 with what would be taken', () => {
      it.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'GZIP', 'identity, gzip', 'gzip, gzip'])(
        '%s',
        async (coding) => {
          const client = await verified();
          const headers = { ...json, 'content-encoding': coding };
          const answer = await client.send('POST', paths.createCompany, {
            payload: compressed,
            headers,
          });
          expect([answer.status, answer.error?.code]).toEqual([415, 'media_type_unsupported']);
          expect(answer.headers['accept-encoding']).toBe('identity');
        },
      );

      it('of JSON that only says it is coded, too', async () => {
        const client = await verified();
        const headers = { 'content-encoding': 'gzip' };
        expect((await client.post(paths.createCompany, companyBody, { headers })).status).toBe(415);
        expect((await client.post(paths.createCompany, companyBody)).status).toBe(200);
      });

      it('of a form with a logo', async () => {
        const client = server().client();
        const companyId = await makeCompany(server(), client, server().email());
        const { payload, headers } = form([
          filePart('no picture'),
          { name: 'companyid', content: companyId },
        ]);
        const answer = await client.send('POST', paths.uploadLogo, {
          payload: gzipSync(payload),
          headers: { ...headers, 'content-encoding': 'gzip' },
        });
        expect([answer.status, answer.error?.code]).toEqual([415, 'media_type_unsupported']);
      });

      it('where the path says it all and no body is due', async () => {
        const headers = { ...json, 'content-encoding': 'gzip' };
        const answer = await server()
          .client()
          .send('POST', paths.logout, { payload: gzipSync('{}'), headers });
        expect(answer.status).toBe(415);
      });
    });

    it.each(['identity', 'Identity', 'identity, identity', ''])(
      'in no way (%j) is taken',
      async (coding) => {
        const client = await verified();
        const headers = { 'content-encoding': coding };
        expect((await client.post(paths.createCompany, companyBody, { headers })).status).toBe(200);
      },
    );

    it('is no matter where there is no body', async () => {
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

    it('leaves the connection to the next request', async () => {
      const body = 'x'.repeat(4 * MEGABYTE);
      const whole = (await uploadHead(`Content-Length: ${body.length}`)) + body;
      const inChunks = `${await uploadHead('Transfer-Encoding: chunked')}${toChunk(body)}${LAST_CHUNK}`;
      const next = ['GET /healthz HTTP/1.1', 'Host: a', 'Connection: close', CRLF].join(CRLF);
      const answers = await talk(await listenOn(server()), whole + inChunks + next);
      expect(statusesIn(answers)).toEqual([415, 415, 200]);
    });

    it('is heard out before it is answered', async () => {
      const port = await listenOn(server());
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      socket.write(await uploadHead('Transfer-Encoding: chunked', 'Connection: close'));
      socket.write(toChunk('x'.repeat(MEGABYTE)));
      for (let others = 0; others < 3; others += 1)
        expect((await fetch(`http://127.0.0.1:${port}${paths.ready}`)).status).toBe(200);
      expect(answer).toBe('');
      socket.write(LAST_CHUNK);
      await once(socket, 'end');
      expect(statusesIn(answer)).toEqual([415]);
    });

    it('stores nothing', async () => {
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
