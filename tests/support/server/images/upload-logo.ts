import { paths } from '#contract/calls/paths.ts';
import { filePart, multipartForm } from '../http/multipart-form.ts';
import type { TestClient } from '../http/test-client.ts';

/** Uploads a file as the logo of a company. */
export const uploadLogo = (client: TestClient, companyId: string, content: Buffer | string) =>
  client.send(
    'POST',
    paths.uploadLogo,
    multipartForm([filePart(content), { name: 'companyid', content: companyId }]),
  );
