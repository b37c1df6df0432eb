// @vitest-environment happy-dom
import { useActorRef } from '@xstate/react';
import { act, StrictMode } from 'react';
import { expect, test } from 'vitest';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { loginMachine } from '#machines/login.ts';
import { loginNotices } from '#web/content/login.ts';
import { notifier } from '#web/flows/actor.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { ToasterOutlet } from '#web/ui/toaster-outlet.tsx';
import { show } from './ui/render-component.tsx';

const never = fromPromise<never>(() => new Promise(() => {}));
const machine = loginMachine.provide({
  actors: { notifier, passkey: never, otp: never, logIn: never, completion: never } as never,
});
const emailOf = () => '';
let actor: ActorRefFrom<typeof loginMachine>;

const Page = () => {
  actor = useActorRef(machine, { input: { email: '', isSignedIn: false } });
  return (
    <>
      <NoticeBoard actor={actor} notices={loginNotices} emailOf={emailOf} />
      <ToasterOutlet />
    </>
  );
};

test('a notice is shown also in StrictMode, which restarts the actors of a new page', () => {
  show(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
  act(() => actor.send({ type: 'code.requested' }));
  expect(document.body.textContent).toContain(loginNotices.emailMissing.text);
});
