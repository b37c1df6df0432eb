import { paths } from '#contract/paths.ts';
import { filePart, form } from './multipart-form.ts';
import type { TestClient } from './test-client.ts';

/** Sends a file as the logo of a company. */
export const uploadLogo = (client: TestClient, companyId: string, content: Buffer | string) =>
  client.send(
    'POST',
    paths.uploadLogo,
    form([filePart(content), { name: 'companyid', content: companyId }]),
  );
