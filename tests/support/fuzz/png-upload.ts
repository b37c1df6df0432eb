import { hugePng } from '../images.ts';
import { filePart, form } from '../multipart-form.ts';

const SIDE_PX = 40;

/** A form with a small PNG, for the company of whoever sends it. */
export const pngUpload = form([
  filePart(hugePng(SIDE_PX)),
  { name: 'companyid', content: '{{me.companyId}}' },
]);
