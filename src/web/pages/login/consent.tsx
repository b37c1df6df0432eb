import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.ts';
import { loginContent } from '#web/content/login.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';

const { consent: words } = loginContent.login;

interface ConsentProps {
  actor: ActorRefFrom<typeof loginMachine>;
  /** Whether a request is pending, which disables the checkbox. */
  isBusy: boolean;
}

/** The consent checkbox that a login requires in both modes. */
export const Consent = ({ actor, isBusy }: ConsentProps) => (
  <Checkbox
    name="consent"
    disabled={isBusy}
    checked={useSelector(actor, (snapshot) => snapshot.matches({ open: { consent: 'given' } }))}
    onChange={(isGiven) => actor.send({ type: isGiven ? 'consent.given' : 'consent.withdrawn' })}
  >
    {words[0]}
    <Link to="/terms">{words[1]}</Link>
    {words[2]}
    <Link to="/privacy">{words[3]}</Link>
  </Checkbox>
);
