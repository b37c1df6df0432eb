import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { DEPARTMENTS } from '#contract/lists/departments.ts';
import { LOCATIONS } from '#contract/lists/locations.ts';
import type { SignUpFields, WizardStep } from '#machines/rules/sign-up.ts';
import type { Tab } from './tab.ts';

/** What a tab shows to the visitor: a step of the sign-up, a form, or a page. */
export type View =
  | 'address'
  | 'code'
  | 'verified'
  | WizardStep
  | 'password'
  | 'loginCode'
  | 'offer'
  | 'app'
  | 'other';

/** What is shown, and the actors that the view of it sends events to. */
export interface Seen {
  view: View;
  root: AnyActorRef | undefined;
  /** The actor of the form. */
  form: AnyActorRef | undefined;
  otp: AnyActorRef | undefined;
}

const childrenOf = (actor: AnyActorRef): Record<string, AnyActorRef | undefined> =>
  actor.getSnapshot().children;

const nothing: Seen = { view: 'other', root: undefined, form: undefined, otp: undefined };

const signUpSeen = (root: AnyActorRef): Seen => {
  const snapshot: AnyMachineSnapshot = root.getSnapshot();
  const { emailVerification, wizard } = childrenOf(root);
  if (snapshot.matches('offeringApp')) return { ...nothing, view: 'offer', root };
  if (emailVerification) {
    const { otp } = childrenOf(emailVerification);
    const isVerified = emailVerification.getSnapshot().matches({ open: { address: 'verified' } });
    const hasBoxes = otp?.getSnapshot().hasTag('codeEntry');
    const view = isVerified ? 'verified' : hasBoxes ? 'code' : 'address';
    return { view, root, form: emailVerification, otp };
  }
  if (!wizard) return { ...nothing, root };
  const { companyStep, personStep, profileStep } = childrenOf(wizard);
  if (companyStep) return { view: 'company', root, form: companyStep, otp: undefined };
  if (personStep) return { view: 'about', root, form: personStep, otp: undefined };
  return { view: profileStep ? 'allSet' : 'other', root, form: profileStep, otp: undefined };
};

const loginSeen = (root: AnyActorRef): Seen => {
  const snapshot: AnyMachineSnapshot = root.getSnapshot();
  if (snapshot.matches('offeringApp')) return { ...nothing, view: 'offer', root };
  const { otp } = childrenOf(root);
  if (snapshot.matches({ open: { mode: 'code' } }))
    return { view: 'loginCode', root, form: root, otp };
  const isForm = snapshot.matches({ open: { mode: 'password' } });
  return {
    view: isForm ? 'password' : 'other',
    root,
    form: isForm ? root : undefined,
    otp: undefined,
  };
};

/** What a tab shows now. */
export const look = (tab: Tab): Seen => {
  const shown = tab.isOpen ? tab.shown() : undefined;
  if (!shown) return nothing;
  const { path, actor } = shown;
  if (path === '/app') return { ...nothing, view: 'app', root: actor };
  if (!actor || actor.getSnapshot().status === 'done') return nothing;
  return path === '/checkout' ? signUpSeen(actor) : loginSeen(actor);
};

/** Whether a part of the tab waits for the server, as its busy buttons show. */
export const isBusy = (tab: Tab): boolean => {
  const isActorBusy = (actor: AnyActorRef): boolean => {
    const snapshot = actor.getSnapshot();
    if (snapshot.status !== 'active') return false;
    if (snapshot.hasTag?.('busy')) return true;
    return Object.values(snapshot.children ?? {}).some(
      (child) => child !== undefined && isActorBusy(child as AnyActorRef),
    );
  };
  const { root } = look(tab);
  return root !== undefined && isActorBusy(root);
};

/** The fields of a step that a visitor types or chooses in. */
export const fieldsOf = {
  company: ['name', 'website'],
  about: ['personName'],
  allSet: ['displayName', 'about'],
} as const;

export type TextField = (typeof fieldsOf)[WizardStep][number];

export const isWizardStep = (view: View): view is WizardStep => view in fieldsOf;

/** The address that the sign-up or login of the tab shows. */
export const emailShown = (tab: Tab): string | undefined => {
  const { form, view } = look(tab);
  if (!form) return undefined;
  const { context } = form.getSnapshot();
  if (context.email !== undefined) return context.email;
  // The last step does not show it.
  return view === 'allSet' ? context.ownerEmail : undefined;
};

/** The texts of a step, as the fields show them; undefined outside of the wizard. */
export const textsShown = (tab: Tab): SignUpFields | undefined => {
  const { form, view } = look(tab);
  return form && isWizardStep(view) ? form.getSnapshot().context.fields : undefined;
};

/** What a step needs besides its texts. */
export const otherFields = {
  departments: [DEPARTMENTS[0]],
  locations: [LOCATIONS[0]],
} satisfies Partial<SignUpFields>;
