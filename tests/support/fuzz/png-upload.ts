import { filePart, multipartForm } from '../server/http/multipart-form.ts';
import { squarePng } from '../server/images/images.ts';

const SIDE_PX = 40;

/** A multipart form with a small PNG for the sender's company. */
export const pngUpload = multipartForm([
  filePart(squarePng(SIDE_PX)),
  { name: 'companyid', content: '{{me.companyId}}' },
]);
