import type { DemoForm } from '#contract/demo-request.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { emailOf } from '../arrival.ts';
import { requestDemo } from '../calls/demo.ts';
import { dropDemoDraft, keepDemoDraft, readDemoDraft } from '../demo-draft.ts';
import { navigate } from '../location.ts';
import { calling } from './calling.ts';
import { following } from './following.ts';
import type { Start } from './start.ts';

/** The demo request with its effects. */
export const demoRequest = demoRequestMachine.provide({
  actors: { sendRequest: calling(requestDemo) },
});

/**
 * What a demo request starts with: what was typed before a reload, else the address that came along.
 * Its end leads to the form's own thanks.
 */
export const startDemoRequest = (form: DemoForm, arrival: unknown): Start<typeof demoRequest> => {
  const email = emailOf(arrival);
  return {
    input: { form, email, fields: readDemoDraft(form, email) },
    inspect: following<typeof demoRequest>(
      () => {
        dropDemoDraft(form);
        navigate(form === 'campaign' ? '/thankyou_campaign' : '/thankyou');
      },
      ({ context: { fields } }) => keepDemoDraft(form, email, fields),
    ),
  };
};
