// better-auth's e-mail OTP behind plain node:http, in a process of its own. Everything that its
// documentation leaves at a default is left there; NODE_ENV=production turns its rate limits on.
// The mail is not awaited, as its documentation recommends against timing attacks.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { emailOTP } from 'better-auth/plugins';
import nodemailer from 'nodemailer';
import pg from 'pg';

/** Concurrent deliveries, as of our mail worker. */
const MAIL_CONNECTIONS = 16;

const { DATABASE_URL, SMTP_URL, SECRET_KEY } = process.env;
const [, , limitStorage] = process.argv;

const transport = nodemailer.createTransport({
  url: SMTP_URL ?? '',
  pool: true,
  maxConnections: MAIL_CONNECTIONS,
});

/** @type {import('better-auth').BetterAuthOptions} */
const options = {
  baseURL: 'http://localhost:3000',
  secret: SECRET_KEY ?? '',
  database: new pg.Pool({ connectionString: DATABASE_URL }),
  rateLimit: { storage: limitStorage === 'database' ? 'database' : 'memory' },
  plugins: [
    emailOTP({
      sendVerificationOTP: async ({ email, otp }) => {
        transport
          .sendMail({
            from: { name: 'Peer', address: 'peer@bench.example' },
            to: { name: '', address: email },
            subject: 'Your code',
            text: `${otp} is your code. It is valid for 5 minutes.`,
          })
          .catch((error) => console.error('mail', error));
      },
    }),
  ],
};

await (await getMigrations(options)).runMigrations();
const server = createServer(toNodeHandler(betterAuth(options)));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`http://localhost:${address.port}`);
});
process.once('SIGTERM', () => process.exit(0));
