import type { AnyEventObject } from 'xstate';
import { differs, firstFault, type Step } from '#tests/support/rules/check-rules.ts';
import { checkEveryEvent, probe, probeStart } from '#tests/support/rules/pure-step.ts';

const fetched = 'xstate.done.actor.fetchUser';
const failed = 'xstate.error.actor.fetchUser';

const userOf = (history: readonly Step[]) =>
  history.find(({ event }) => event.type === fetched)?.event['output'];

/** What must follow an answer to the request for the user. */
const offersPasskey = (input: { isByPasskey: boolean }, user: { status: string }): boolean =>
  !input.isByPasskey && user.status === 'accepted';

const isEnded = (history: readonly Step[]): boolean => {
  const [first, ...steps] = history;
  return steps.some(({ event: { type, output } }) =>
    type === fetched ? !offersPasskey(first?.event['input'], output) : true,
  );
};

/** Users that the listed events do not have. */
const USERS = ['sent', 'accepted'].flatMap((status) =>
  ['u', 'v'].map((uuid) => ({ uuid, status, email: `${uuid}@acme.example` })),
);

/** Where a person is taken: what decides the address, and nothing else. */
const targetOf = (params: unknown) => {
  const { uuid, status, isAtsEnabled } = params as Record<string, unknown>;
  return { uuid, status, isAtsEnabled };
};

/** What an answer leads to: the offer, or where the person is taken. */
const resultOf = ({ started, actions, after }: Step) => ({
  output: after.output,
  opened: actions.map(({ params }) => targetOf(params)),
  offered: started.map(({ id }) => id),
});

const INPUTS = [true, false].flatMap((isAtsEnabled) =>
  [true, false].map((isByPasskey) => ({ isAtsEnabled, isByPasskey })),
);

const answer = (output: unknown): AnyEventObject => ({ type: fetched, output });

checkEveryEvent(
  'login-completion',
  {
    'the user is fetched once, at the start': ({ event, started }) =>
      event.type === 'xstate.init'
        ? differs('requests', [{ id: 'fetchUser', input: undefined }], started)
        : differs(
            'requests',
            false,
            started.some(({ id }) => id === 'fetchUser'),
          ),
    'a passkey is offered to an accepted account that logged in otherwise, for its address': (
      { event, started },
      [first],
    ) => {
      const { output } = event;
      const isOffered = event.type === fetched && offersPasskey(first?.event['input'], output);
      const wanted = isOffered
        ? [{ id: 'registration', input: { isRequested: false, email: output.email } }]
        : [];
      return event.type === 'xstate.init' ? undefined : differs('offers', wanted, started);
    },
    'whoever has no password yet sets one first, without an offer': ({ event, after }) =>
      event.type === 'xstate.init'
        ? firstFault(
            ...INPUTS.flatMap((input) =>
              USERS.map((user) => {
                const start = probeStart(after, input);
                const { uuid, status } = user;
                const { isAtsEnabled } = input;
                const wanted = offersPasskey(input, user)
                  ? { output: undefined, opened: [], offered: ['registration'] }
                  : {
                      output: { isComplete: true },
                      opened: [{ uuid, status, isAtsEnabled }],
                      offered: [],
                    };
                return differs(status, wanted, resultOf(probe(start.after, answer(user))));
              }),
            ),
          )
        : undefined,
    'the page is busy exactly while the user is fetched': ({ event, after }) =>
      differs('busy', event.type === 'xstate.init', after.hasTag('busy')),
    'every end of the offer completes the login': ({ after }, history) =>
      differs('status', isEnded(history) ? 'done' : 'active', after.status),
    'the login is complete, unless the user could not be fetched': ({ event, after }) =>
      after.status === 'active'
        ? undefined
        : differs('output', { isComplete: event.type !== failed }, after.output),
    'the destination opens once, at the end of a complete login, for this user': (
      { event, after, actions },
      history,
    ) => {
      const { uuid, status } = userOf(history) ?? {};
      const { isAtsEnabled } = history[0]?.event['input'] ?? {};
      const wanted =
        after.status === 'done' && event.type !== failed
          ? [['openDestination', { uuid, status, isAtsEnabled }]]
          : [];
      const found = actions.map(({ name, params }) => [name, targetOf(params)]);
      return differs('actions', wanted, found);
    },
    'only a user that could not be fetched is told': ({ event, notices }) =>
      differs('notices', event.type === failed ? ['unexpected'] : [], notices),
  },
  [
    { isAtsEnabled: true, isByPasskey: false },
    { isAtsEnabled: true, isByPasskey: true },
  ],
);
