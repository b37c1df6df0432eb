import { type DemoFields, type DemoForm, DIAL_CODES } from '#contract/demo-request.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { requestDemo } from '#web/api/calls/demo.ts';
import { rememberPerson } from '#web/platform/sent-request.ts';
import { createDraft } from '#web/platform/storage.ts';
import { navigate } from '#web/routing/hash-location.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import { type ActorOptions, fromCall, inspector, notifier } from './actor.ts';

/** All fields except the honeypot, which must stay empty. */
const STORED_FIELDS = ['name', 'email', 'organization', 'dialCode', 'phone', 'message'] as const;

interface StoredDemoDraft {
  /** The email address of the link. A different one starts a new draft. */
  carried: string;
  fields: Partial<DemoFields>;
}

const isKnown = (field: keyof DemoFields, value: string): boolean =>
  field !== 'dialCode' || DIAL_CODES.some(({ code }) => code === value);

// No schema library: yup would add a tenth to the script of the page.
const parse = (stored: unknown): StoredDemoDraft | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { carried, fields: values } = stored as Record<string, unknown>;
  if (typeof carried !== 'string' || typeof values !== 'object' || values === null)
    return undefined;
  const fields = STORED_FIELDS.flatMap((field) => {
    const value: unknown = Reflect.get(values, field);
    return typeof value === 'string' && isKnown(field, value) ? [[field, value]] : [];
  });
  return { carried, fields: Object.fromEntries(fields) };
};

const storedDrafts = {
  page: createDraft({ key: storageKeys.demoDraft, storage: 'session', parse }),
  campaign: createDraft({ key: storageKeys.campaignDemoDraft, storage: 'session', parse }),
};
const carriedBy: Partial<Record<DemoForm, string>> = {};

/** The stored fields; empty if the page was opened with a different email address. */
export const openDemoDraft = (form: DemoForm, carried: string): Partial<DemoFields> => {
  carriedBy[form] = carried;
  const draft = storedDrafts[form].read();
  return draft?.carried === carried ? draft.fields : {};
};

/** The demo-request chart with its actors and effects. */
export const demoRequest = demoRequestMachine.provide({
  actors: {
    sendRequest: fromCall(
      import.meta.env.VITE_CALENDAR_URL ? rememberPerson(requestDemo) : requestDemo,
    ),
    notifier,
  },
  actions: {
    saveDraft({ context: { form, fields } }) {
      const { website: _, ...stored } = fields;
      storedDrafts[form].save({ carried: carriedBy[form] ?? '', fields: stored });
    },
    clearDraft: ({ context: { form } }) => storedDrafts[form].clear(),
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
