import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

const { consent: words } = loginContent.login;

interface ConsentProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** An answer is on its way: what was consented to stays. */
  isBusy: boolean;
}

/** What logging in needs in either mode. */
export const Consent = ({ actor, isBusy }: ConsentProps) => (
  <Checkbox
    name="consent"
    disabled={isBusy}
    checked={useSelector(actor, (snapshot) => snapshot.matches({ open: { consent: 'given' } }))}
    onChange={(isGiven) => actor.send({ type: isGiven ? 'consent.given' : 'consent.withdrawn' })}
  >
    {words[0]}
    <a href="#/terms">{words[1]}</a>
    {words[2]}
    <a href="#/privacy">{words[3]}</a>
  </Checkbox>
);
