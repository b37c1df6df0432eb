import { randomBytes } from 'node:crypto';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { LOGO_BYTES_MAX, LOGO_MB_MAX, LOGO_NAME } from '#contract/company.ts';
import { isSingleLine } from '#contract/text.ts';
import { withAudit } from '../audit/audit.ts';
import { verifiedTicket } from '../auth/codes/sign-up-ticket.ts';
import type { Database } from '../database/types.ts';
import { timeOutRequest } from '../http/client-error-handler.ts';
import { HttpError } from '../http/http-error.ts';
import { holdResponseSlot } from '../limits/work-queue.ts';
import type { Services } from '../services.ts';
import { type LogoImage, STORED_LOGO_BYTES_MAX, shrinkLogo } from './logo-image.ts';

// An upload without progress between two checks is ended. A mobile network may pause for a few seconds
// while it changes cells.
const PROGRESS_CHECK_MS = 5000;

// Returns a function that stops the checks.
const abortWhenStalled = ({ raw, server }: FastifyRequest, clock: Services['clock']) => {
  let cancel: () => void;
  const check = (bytesBefore: number) => {
    cancel = clock.after(PROGRESS_CHECK_MS, () => {
      if (raw.complete) return;
      if (raw.socket.bytesRead === bytesBefore) timeOutRequest(server.server, raw.socket);
      else check(raw.socket.bytesRead);
    });
  };
  check(raw.socket.bytesRead);
  return () => cancel();
};

/**
 * An onRequest hook that acquires an upload slot before the body is read. The number of concurrent
 * uploads is limited, in total and per ticket, so that slow uploads cannot exhaust the memory. The slot
 * is released when the response or the connection ends. Register it after `requireSignUpTicket`.
 */
export const acquireUploadSlot =
  ({ uploads, clock }: Pick<Services, 'uploads' | 'clock'>): onRequestAsyncHookHandler =>
  async (request, reply) => {
    await holdResponseSlot(uploads, `ticket ${verifiedTicket(request).email}`, reply);
    reply.raw.once('close', abortWhenStalled(request, clock));
  };

const FIELD_BYTES_MAX = 64;
const OVERHEAD_BYTES_MAX = 16 * 1024;

const tooLarge = () =>
  new HttpError('too_large', `Please send one image of at most ${LOGO_MB_MAX} MB.`, {
    field: 'file',
  });
const missing = (field: string) => new HttpError('request_invalid', 'This is missing.', { field });
const malformed = () => new HttpError('request_invalid', 'This form is damaged.');
const unknownField = () => new HttpError('request_invalid', 'There is an unknown field.');

const limits = {
  files: 1,
  // More than allowed, so that an extra field is reported as unknown and not as too large.
  fields: 4,
  parts: 5,
  fileSize: LOGO_BYTES_MAX,
  fieldSize: FIELD_BYTES_MAX,
  fieldNameSize: FIELD_BYTES_MAX,
  headerPairs: 20,
};

interface LogoForm {
  companyId: string;
  file: Buffer;
}

const readParts = async (request: FastifyRequest): Promise<Partial<LogoForm>> => {
  const form: Partial<LogoForm> = {};
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.fieldname !== 'file') throw unknownField();
      // The file name is not used, but control characters in it mean a crafted request.
      if (!isSingleLine(part.filename)) throw malformed();
      form.file = bytes;
    } else {
      if (part.fieldname !== 'companyid' || form.companyId !== undefined) throw unknownField();
      form.companyId = String(part.value);
    }
  }
  return form;
};

/**
 * Reads the multipart form of a logo upload: one `file` and the `companyid`, in any order.
 *
 * @throws HttpError `media_type_unsupported` if the body is no multipart form, `too_large` for a file over
 * `LOGO_BYTES_MAX` or a second file, `request_invalid` for a malformed or incomplete form
 */
export const readLogoForm = async (request: FastifyRequest): Promise<LogoForm> => {
  if (!request.isMultipart())
    throw new HttpError('media_type_unsupported', 'Please send a form with a file.');
  if (Number(request.headers['content-length'] ?? 0) > LOGO_BYTES_MAX + OVERHEAD_BYTES_MAX)
    throw tooLarge();
  const { companyId, file } = await readParts(request).catch((error: Error) => {
    if (error instanceof HttpError) throw error;
    // Errors of the multipart parser have no status, except limits.
    const isLimit = 'statusCode' in error && error.statusCode === 413;
    throw isLimit ? tooLarge() : malformed();
  });
  if (!file) throw missing('file');
  if (!companyId) throw missing('companyid');
  return { companyId, file };
};

const NAME_BYTES = 16;

/**
 * Stores a company's logo in the database, so that every process can serve it, and replaces the earlier
 * one. It is audited in the same statement. For `withPartition`.
 *
 * @param uploader for the audit
 * @returns the URL path of the logo
 */
export const storeLogo = async (
  db: Kysely<Database>,
  companyId: string,
  { bytes, type, extension }: LogoImage,
  uploader: { email: string; network: string },
): Promise<string> => {
  const name = `${randomBytes(NAME_BYTES).toString('base64url')}.${extension}`;
  const fields = { name, bytes, type, created_at: sql<Date>`now()` };
  await withAudit(db, { event: 'logo.stored', outcome: 'accepted', ...uploader })
    .insertInto('logos')
    .values({ company_id: companyId, ...fields })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(fields))
    .execute();
  return fillPath(paths.logo, { name });
};

/**
 * Returns a function that finds the logo of a name; undefined if there is none. A larger one of the version
 * before is made smaller, once for all who read it.
 */
export const createLogoFinder = ({ db, imaging }: Pick<Services, 'db' | 'imaging'>) => {
  const shrinking = new Map<string, Promise<Buffer | undefined>>();
  let previous: Promise<unknown> = Promise.resolve();

  // Read when it is its turn: a reader that waits holds no large logo.
  const shrinkStored = async (name: string): Promise<Buffer | undefined> => {
    const query = db.selectFrom('logos').where('name', '=', name).select(['bytes', 'type']);
    const row = await query.executeTakeFirst();
    if (!row) return undefined;
    const bytes = await shrinkLogo(row.bytes, row.type);
    await db.updateTable('logos').set({ bytes }).where('name', '=', name).execute();
    return bytes;
  };

  // One after the other, so that an upload waits for at most one.
  const shrinkOnce = (name: string): Promise<Buffer | undefined> => {
    const running = shrinking.get(name);
    if (running) return running;
    const next = previous
      .then(() => imaging.run('stored logos', () => shrinkStored(name)))
      .finally(() => shrinking.delete(name));
    shrinking.set(name, next);
    previous = next.catch(() => undefined);
    return next;
  };

  return async (name: string): Promise<Pick<LogoImage, 'bytes' | 'type'> | undefined> => {
    if (!LOGO_NAME.test(name)) return undefined;
    const row = await db
      .selectFrom('logos')
      .where('name', '=', name)
      .select([
        'type',
        sql<Buffer | null>`case when octet_length(bytes) <= ${sql.lit(STORED_LOGO_BYTES_MAX)}
          then bytes end`.as('bytes'),
      ])
      .executeTakeFirst();
    const bytes = row && (row.bytes ?? (await shrinkOnce(name)));
    return bytes && { bytes, type: row.type };
  };
};
