import { joinPhone } from '#contract/demo-request.ts';
import { paths } from '#contract/paths.ts';
import type { RequestDemo } from '#contract/schemas.ts';
import type { DemoRequest } from '#machines/demo-request.ts';
import { bodyOf, callOnce } from '../api.ts';
import { readCampaign } from '../campaign-parameters.ts';
import { pushEvent } from '../data-layer.ts';

/** What only the campaign sends: what its link carried, and an empty term. */
const campaignPart = (): Partial<RequestDemo> => ({ ...readCampaign(), utm_term: '' });

export const requestDemo = async ({ form, fields }: DemoRequest): Promise<void> => {
  const body: RequestDemo = {
    name: fields.name.trim(),
    email: fields.email.trim(),
    phone: joinPhone(form, fields),
    organization: fields.organization.trim(),
    message: fields.message.trim(),
    ...(form === 'campaign' ? campaignPart() : {}),
    ...(fields.website === '' ? {} : { website: fields.website }),
  };
  bodyOf(await callOnce({ method: 'POST', path: paths.requestDemo, body }));
  pushEvent('thank you page');
};
