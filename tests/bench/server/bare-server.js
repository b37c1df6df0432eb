// Fastify with nothing on it, in a process of its own: one JSON, the bytes of a page, and one row by a prepared
// statement.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL });
const app = fastify();
app.get('/json', () => ({ status: 'ok' }));
const page = readFileSync(new URL('../../../dist/web/pricing.html.br', import.meta.url));
app.get('/page', (_, reply) => reply.header('content-encoding', 'br').send(page));
app.get('/row', async () => {
  const { rows } = await pool.query({ name: 'row', text: 'select $1::text as id', values: ['1'] });
  return rows[0];
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
if (address && typeof address === 'object') console.log(`http://localhost:${address.port}`);
process.once('SIGTERM', () => process.exit(0));
