import { type EventObject, fromCallback } from 'xstate';
import { WIZARD_STEPS, type WizardStep } from '#contract/sign-up.ts';
import { navigate } from '#web/routing/hash-location.ts';

/** The steps in order of their history entries. The trial is the first. */
const STEPS: readonly (WizardStep | 'trial')[] = ['trial', ...WIZARD_STEPS];

/** The index of a history entry in `STEPS`; 0 for an entry without a step. */
const depthOf = (state: unknown): number => {
  const isStep = typeof state === 'object' && state !== null && 'signUpStep' in state;
  return isStep ? Math.max(0, (STEPS as readonly unknown[]).indexOf(state.signUpStep)) : 0;
};

/**
 * Adds history entries for a step and the steps before it, at the same URL. When the visitor goes
 * back, by one entry or more, the step receives `back.requested`. A step that is busy ignores it, and so do
 * entries of later steps: the entry of the shown step is restored, so that Back never leads out of the middle of
 * the wizard. Navigation to another page unmounts the step.
 */
export const stepHistory = fromCallback<EventObject, { step: WizardStep }>(
  ({ input: { step }, sendBack }) => {
    const shown = STEPS.indexOf(step);
    const { href } = location;
    let isShown = true;
    const restoreEntries = () => {
      for (let depth = depthOf(history.state) + 1; depth <= shown; depth += 1)
        navigate(location.hash.slice(1), { state: { signUpStep: STEPS[depth] } });
    };
    const onPopState = ({ state }: PopStateEvent) => {
      const depth = depthOf(state);
      if (location.href !== href || depth === shown) return;
      if (depth > shown) return history.go(shown - depth);
      sendBack({ type: 'back.requested' });
      // The chart has left the step by now, unless it ignored the event.
      if (isShown) restoreEntries();
    };
    restoreEntries();
    addEventListener('popstate', onPopState);
    return () => {
      isShown = false;
      removeEventListener('popstate', onPopState);
    };
  },
);
