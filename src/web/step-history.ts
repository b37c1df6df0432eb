import { fromCallback } from 'xstate';
import type { WizardStep } from '#contract/sign-up.ts';

const STEPS: readonly (WizardStep | 'trial')[] = ['trial', 'company', 'about', 'allSet'];

/** How deep in the sign-up an entry of the history is; entries of other pages count as its beginning. */
const depthOf = (state: unknown): number => {
  const isOurs = typeof state === 'object' && state !== null && 'signUpStep' in state;
  return isOurs ? Math.max(0, (STEPS as readonly unknown[]).indexOf(state.signUpStep)) : 0;
};

/**
 * Gives each step of the wizard an entry in the browser's history, all with the same address, and
 * tells the chart when the visitor goes back to an earlier one.
 */
export const stepHistory = fromCallback<{ type: 'step.shown'; step: WizardStep }>(
  ({ receive, sendBack }) => {
    let shown = 0;
    receive(({ step }) => {
      shown = STEPS.indexOf(step);
      for (let depth = depthOf(history.state) + 1; depth <= shown; depth += 1)
        history.pushState({ signUpStep: STEPS[depth] }, '');
    });
    const follow = ({ state }: PopStateEvent) => {
      const depth = depthOf(state);
      if (depth < shown) sendBack({ type: `${STEPS[depth]}.revisited` });
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  },
);
