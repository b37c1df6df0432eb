import { createActor, fromPromise, waitFor } from 'xstate';
import { paths } from '#contract/paths.ts';
import { sessionMachine } from '#machines/session.ts';
import { bodyOf, callOnce, renewSessionsBy } from '../api.ts';
import { navigate } from '../location.ts';
import { showOnlooker } from '../onlooker.ts';
import { renewOnce } from '../renewal-lock.ts';
import { calling } from './calling.ts';

/** This page's session: every 401 of a flow that imports it goes through it. */
const session = createActor(
  sessionMachine.provide({
    actors: {
      refresh: calling(({ since }: { since: number }) =>
        renewOnce(since, async () => {
          const answer = await callOnce({ method: 'POST', path: paths.refresh });
          if (!answer.ok && answer.failure.code !== 'unauthenticated') bodyOf(answer);
          return { isRenewed: answer.ok };
        }),
      ),
      logout: fromPromise(async () => {
        bodyOf(await callOnce({ method: 'POST', path: paths.logout }));
      }),
    },
  }),
  { inspect: showOnlooker },
);
session.on('notice', () => navigate('/login', { state: { isSessionEnded: true } }));
session.start();

renewSessionsBy(async (expiry) => {
  session.send({ type: 'access.expired', ...expiry });
  const settled = await waitFor(session, (snapshot) => !snapshot.hasTag('busy'));
  return settled.matches('active');
});

/** A call whose answer opens a session, unless it says that it doesn't (`ok: false`). */
export const opening =
  <Input, Output extends object>(call: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    const output = await call(input);
    if (!('ok' in output) || output.ok) session.send({ type: 'session.opened' });
    return output;
  };
