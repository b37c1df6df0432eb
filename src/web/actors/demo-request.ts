import type { DemoForm } from '#contract/demo-request.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { emailOf } from '../arrival.ts';
import { requestDemo } from '../calls/demo.ts';
import { navigate } from '../location.ts';
import { calling } from './calling.ts';
import { following } from './following.ts';
import type { Start } from './start.ts';

/** The demo request with its effects. */
export const demoRequest = demoRequestMachine.provide({
  actors: { sendRequest: calling(requestDemo) },
});

/** What a demo request starts with; its end leads to the form's own thanks. */
export const startDemoRequest = (form: DemoForm, arrival: unknown): Start<typeof demoRequest> => ({
  input: { form, email: emailOf(arrival) },
  inspect: following<typeof demoRequest>((output) =>
    navigate(output.form === 'campaign' ? '/thankyou_campaign' : '/thankyou'),
  ),
});
