import type { FastifyRequest } from 'fastify';
import { LOGO_BYTES_MAX } from '#contract/limits.ts';
import { isSingleLine } from '#contract/text.ts';
import { Refusal } from '../refusal.ts';

const FIELD_BYTES_MAX = 64;
const OVERHEAD_BYTES_MAX = 16 * 1024;

const tooLarge = () =>
  new Refusal('too_large', 'Please send one image of at most 2 MB.', { field: 'file' });
const missing = (field: string) => new Refusal('request_invalid', 'This is missing.', { field });
const damaged = () => new Refusal('request_invalid', 'This form is damaged.');
const unknown = () => new Refusal('request_invalid', 'There is an unknown field.');

const limits = {
  files: 1,
  // More than there may be, so that one too many is told apart from one too large.
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
      if (part.fieldname !== 'file') throw unknown();
      // What a file is called is nobody's business, but no file is called that.
      if (!isSingleLine(part.filename)) throw damaged();
      form.file = bytes;
    } else {
      if (part.fieldname !== 'companyid' || form.companyId !== undefined) throw unknown();
      form.companyId = String(part.value);
    }
  }
  return form;
};

/**
 * Reads the form of a logo upload: one `file` and the `companyid`, in either order.
 *
 * @throws Refusal `media_type_unsupported` for no form, `too_large` for more than the contract
 * allows or a second file, `request_invalid` for a damaged or incomplete one
 */
export const readLogoForm = async (request: FastifyRequest): Promise<LogoForm> => {
  if (!request.isMultipart())
    throw new Refusal('media_type_unsupported', 'Please send a form with a file.');
  if (Number(request.headers['content-length'] ?? 0) > LOGO_BYTES_MAX + OVERHEAD_BYTES_MAX)
    throw tooLarge();
  const { companyId, file } = await readParts(request).catch((error: Error) => {
    if (error instanceof Refusal) throw error;
    // What the parser finds wrong has no status of its own.
    const isLimit = 'statusCode' in error && error.statusCode === 413;
    throw isLimit ? tooLarge() : damaged();
  });
  if (!file) throw missing('file');
  if (!companyId) throw missing('companyid');
  return { companyId, file };
};
