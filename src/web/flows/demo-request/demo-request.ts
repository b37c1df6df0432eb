import type { DemoForm } from '#contract/demo-request.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { requestDemo } from '#web/api/calls/demo.ts';
import { navigate } from '#web/routing/hash-location.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import type { ActorOptions } from '../actor-options.ts';
import { fromCall } from '../from-call.ts';
import { inspector } from '../inspector.ts';
import { notifier } from '../notifier.ts';
import { clearDemoDraft, openDemoDraft, saveDemoDraft } from './demo-draft.ts';

/** The demo-request chart with its actors and effects. */
export const demoRequest = demoRequestMachine.provide({
  actors: { sendRequest: fromCall(requestDemo), notifier },
  actions: {
    saveDraft: ({ context: { form, fields } }) => saveDemoDraft(form, fields),
    clearDraft: ({ context: { form } }) => clearDemoDraft(form),
    openThankYou: ({ context: { form } }) =>
      navigate(form === 'campaign' ? '/thankyou_campaign' : '/thankyou'),
  },
});

/** Actor options: the stored draft, else the email address of the navigation state. */
export const demoRequestOptions = (
  form: DemoForm,
  navigationState: unknown,
): ActorOptions<typeof demoRequest> => {
  const email = emailOf(navigationState);
  return { input: { form, email, fields: openDemoDraft(form, email) }, inspect: inspector };
};
