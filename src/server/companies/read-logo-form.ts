import type { FastifyRequest } from 'fastify';
import { LOGO_BYTES_MAX } from '#contract/logo.ts';
import { isSingleLine } from '#contract/text.ts';
import { HttpError } from '../http/http-error.ts';

const FIELD_BYTES_MAX = 64;
const OVERHEAD_BYTES_MAX = 16 * 1024;

const tooLarge = () =>
  new HttpError('too_large', 'Please send one image of at most 2 MB.', { field: 'file' });
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
