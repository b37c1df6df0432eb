import type { ChosenLogo, SignUpFields, WizardState } from '#machines/rules/sign-up.ts';
import type { Seen } from './model.ts';

/** The account that a creation answers with, or that the ticket was rejected. */
export interface CreationAnswer {
  ownerEmail?: string;
  companyId?: string;
  logoAddress?: string;
  userId?: string;
  logo?: File;
  isTicketRejected?: boolean;
}

/** An event of a step of the wizard, with what it may bring. */
export interface StepEvent {
  type: string;
  fields?: Partial<SignUpFields>;
  logo?: ChosenLogo;
  password?: string;
  output?: CreationAnswer & { ok?: boolean; reason?: string };
}

/** The fields with the typed ones among them. */
export const typedInto = (state: WizardState, fields: Partial<SignUpFields> = {}): WizardState => ({
  ...state,
  fields: { ...state.fields, ...fields },
});

/**
 * The state after a creation: what exists on the server, and the logo that still has to be sent. A logo that
 * is neither stored nor still to be sent was refused, and says so at its field.
 */
export const createdInto = (
  state: WizardState,
  sent: File | undefined,
  { ownerEmail, companyId, logoAddress, userId, logo }: CreationAnswer,
): WizardState => ({
  ...state,
  ownerEmail,
  companyId,
  logoAddress,
  userId,
  logo,
  rejectedLogo:
    sent && !logo && !logoAddress
      ? { file: sent, isDropped: false, isUnreadable: true }
      : undefined,
});

/** The fields of the company among those of all steps. */
export const companyOf = ({ personName, displayName, about, ...company }: SignUpFields) => company;

/** The start of a creation from what a step shows. Without a company's id, the company is sent again. */
export const creationOf = (
  { email, state }: { email: string; state: WizardState },
  companyId: string | undefined,
) => {
  const { fields, logo, logoAddress, userId } = state;
  const input = { email, company: companyOf(fields), companyId, logo, logoAddress, userId };
  return { id: 'creation', src: 'accountCreation', input };
};

/** Ms until a ticket ends, at the frozen clock; 0 without one. */
export const ticketLifeMs = (ticketEndsAt = 0): number => Math.max(0, ticketEndsAt - Date.now());

/** Started actors without that of the browser's history, which every step starts with. */
export const requestsOf = ({ started }: Pick<Seen<unknown>, 'started'>) =>
  started.filter(({ id }) => id !== 'history');

/** The expected start of the browser's history for a step, at its beginning only. */
export const historyOf = ({ started, after }: Seen<unknown>) => ({
  started: started.filter(({ id }) => id === 'history'),
  isThere: 'history' in after.children,
});

/** What `historyOf` must be: Back is listened to from the beginning of a step to its end. */
export const expectedHistory = (step: string, { was }: Seen<unknown>) => ({
  started: was ? [] : [{ id: 'history', src: 'stepHistory', input: { step } }],
  isThere: true,
});

/** The draft is saved once in such a step, as the chart knows the values after it. */
export const draftSaved = (isSaved: boolean, { after }: Pick<Seen<unknown>, 'after'>) =>
  isSaved ? [{ name: 'saveDraft', params: undefined, context: after.context }] : [];

/** The output of a step that has ended for a reason. */
export const outputOf = (reason: string | undefined, state: WizardState) =>
  reason === undefined ? ['active', undefined] : ['done', { reason, state }];
