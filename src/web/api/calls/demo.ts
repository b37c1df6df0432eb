import type { RequestBody } from '#contract/calls/all-calls.ts';
import { demoBody } from '#contract/demo-request.ts';
import type { DemoRequest } from '#machines/demo-request.ts';
import { pushEvent } from '#web/platform/data-layer.ts';
import { readCampaign } from '#web/routing/campaign-parameters.ts';
import { callApi, unwrap } from '../client.ts';

/** The parameters that only the campaign's form sends; `utm_term` is always empty. */
const campaignParameters = (): Partial<RequestBody<'requestDemo'>> => ({
  ...readCampaign(),
  utm_term: '',
});

/** Sends a demo request and reports it to analytics. Throws ApiError. */
export const requestDemo = async ({ form, fields }: DemoRequest): Promise<void> => {
  const body: RequestBody<'requestDemo'> = {
    ...demoBody(form, fields),
    ...(form === 'campaign' ? campaignParameters() : {}),
  };
  unwrap(await callApi('requestDemo', { body }));
  pushEvent('thank you page');
};
