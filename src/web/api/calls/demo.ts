import type { RequestBody } from '#contract/calls/all-calls.ts';
import { demoBody } from '#contract/demo-request.ts';
import type { DemoRequest } from '#machines/demo-request.ts';
import { callApi, unwrap } from '../client.ts';
import { callAttributed, readCampaign } from './attributed.ts';

declare global {
  interface Window {
    /** The event queue of an analytics tool. */
    dataLayer?: object[];
  }
}

/** The fields that only the campaign's form sends; `utm_term` is always empty. */
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
  unwrap(
    await callAttributed((source) => callApi('requestDemo', { body: { ...body, ...source } })),
  );
  // No personal data.
  window.dataLayer ??= [];
  window.dataLayer.push({ event: 'thank you page' });
};
