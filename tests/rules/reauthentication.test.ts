import { START_TIME_MS } from '#paths/path-options.ts';
import { differs, offers } from '#tests/support/rules/check-rules.ts';
import { checkEveryEvent } from '#tests/support/rules/pure-step.ts';

const isVerified = ({ type, output }: { type: string; output?: { verified?: unknown } }) =>
  type === 'xstate.done.actor.otp' && output?.verified !== undefined;

checkEveryEvent('reauthentication', {
  // The form has no Verify button, so the sixth digit has to submit.
  'a code is requested once, for the address of the account, and verified at its sixth digit': ({
    event,
    started,
  }) => {
    const { email } = event['input'] ?? {};
    const wanted =
      event.type === 'xstate.init' ? [{ id: 'otp', input: { email, isAutoSubmit: true } }] : [];
    return differs('requests', wanted, started);
  },
  'the form stays until the code is right or given up': ({ event, after }) =>
    differs(
      'value',
      event.type === 'xstate.init'
        ? 'verifyingEmail'
        : isVerified(event)
          ? 'verified'
          : 'cancelled',
      after.value,
    ),
  'the flow ends with the form': ({ event, after }) =>
    differs('status', event.type === 'xstate.init' ? 'active' : 'done', after.status),
  'cancel is possible as long as the form is there': ({ after }) =>
    offers(after, [{ type: 'reauthentication.cancelled' }], () => true),
  'the address is the one that was given': ({ after }, [first]) =>
    differs('email', first?.event['input'].email, after.context.email),
  'a right code gives the time of the login, and nothing else does': ({ event, after }) =>
    after.status === 'active'
      ? undefined
      : differs(
          'loggedInAt',
          isVerified(event) ? START_TIME_MS : undefined,
          after.output?.loggedInAt,
        ),
  'a failure is told, a right code and a cancel say nothing': ({ event, notices }) =>
    differs('notices', event.type === 'xstate.error.actor.otp' ? ['unexpected'] : [], notices),
  'nothing else is done': (step) => differs('actions', [], step.actions),
});
