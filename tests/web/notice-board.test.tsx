// @vitest-environment happy-dom
import { useActorRef } from '@xstate/react';
import { act, StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { loginMachine } from '#machines/login.ts';
import { loginNotices } from '#web/content/login.ts';
import { notifier } from '#web/flows/actor.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { reportNoAnswer } from '#web/platform/browser-issues.ts';
import { ToasterOutlet } from '#web/ui/toaster-outlet.tsx';
import { click, find, findText, show } from './ui/render-component.tsx';

const never = fromPromise<never>(() => new Promise(() => {}));
const machine = loginMachine.provide({
  actors: { notifier, passkey: never, otp: never, logIn: never, completion: never } as never,
});
let email = '';
const emailOf = () => email;
afterEach(() => {
  vi.useRealTimers();
  email = '';
});

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

test('the alert of a failure goes when the server is back, which gets the form again', async () => {
  vi.useFakeTimers();
  show(<Page />);
  const alert = () => document.querySelector('[role="alertdialog"]')?.textContent;
  act(() =>
    actor.getSnapshot().children['notifier']?.send({ type: 'notice', notice: 'unexpected' }),
  );
  expect(alert()).toContain(loginNotices.unexpected.text);
  const ask = vi.fn(async () => ask.mock.calls.length > 1);
  await act(async () => {
    void reportNoAnswer(ask);
    await vi.runAllTimersAsync();
  });
  expect(alert()).toBeUndefined();
});

test('that the address is kept is said where there is one', () => {
  show(<Page />);
  act(() =>
    actor.getSnapshot().children['notifier']?.send({ type: 'notice', notice: 'codeNotSent' }),
  );
  const { text, detail } = loginNotices.codeNotSent;
  expect(detail).toBeTruthy();
  expect(document.body.textContent).toContain(text);
  expect(document.body.textContent).not.toContain(detail);
});

const notify = (notice: string) =>
  act(() => actor.getSnapshot().children['notifier']?.send({ type: 'notice', notice }));

test('a success is told with the address, politely; a failure interrupts', () => {
  // Its dollar stands for itself.
  email = 'asha$&rao@acme.example';
  show(<Page />);
  notify('codeSent');
  const sent = loginNotices.codeSent.text.replace('{email}', () => email);
  expect(find('[role="status"]').textContent).toBe(sent);
  notify('emailMissing');
  expect(find('[role="alert"]').textContent).toBe(loginNotices.emailMissing.text);
});

test('an alert says that the address is kept, and OK closes it', () => {
  email = 'asha@acme.example';
  show(<Page />);
  notify('codeNotSent');
  const describedBy = find('dialog').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(describedBy)?.textContent).toBe(loginNotices.codeNotSent.detail);
  click(findText('dialog button', 'OK'));
  expect(document.querySelector('dialog')).toBeNull();
});
