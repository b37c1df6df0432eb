import { type AnyActorRef, createActor } from 'xstate';
import type { NoticeEvent } from '#machines/rules/notice.ts';
import { login, loginOptions } from '#web/flows/login.ts';
import { sessionList, sessionListOptions } from '#web/flows/session-list.ts';
import { signUp, signUpOptions } from '#web/flows/sign-up.ts';
import { currentPath, watchLocation } from '#web/routing/hash-location.ts';

/** What a tab shows: the path of the route, and the actor of its flow, if the runs play that flow. */
export interface Shown {
  path: string;
  actor: AnyActorRef | undefined;
}

const listeners: ((notice: string) => void)[] = [];

/** Calls the listener with each notice that the visitor gets. */
export const onNotice = (listener: (notice: string) => void): void => void listeners.push(listener);

const create = (path: string): AnyActorRef | undefined => {
  if (path === '/checkout') return createActor(signUp, signUpOptions(history.state));
  if (path === '/login') return createActor(login, loginOptions(history.state));
  return undefined;
};

const start = (actor: AnyActorRef | undefined): void => {
  if (!actor) return;
  actor.start();
  const notifier = actor.system.get('notifier') as AnyActorRef;
  notifier.on('notice', ((event: NoticeEvent) => {
    for (const listener of listeners) listener(event.notice);
  }) as never);
};

let shown: Shown = { path: '', actor: undefined };

export const current = (): Shown => shown;

/** Shows the route of the address, and follows the address from now on, as the router does. */
export const startRouting = (): void => {
  const follow = () => {
    const path = currentPath();
    if (path === shown.path) return;
    shown.actor?.stop();
    shown = { path, actor: create(path) };
    start(shown.actor);
  };
  follow();
  watchLocation(follow);
};

/** Shows the signed-in page of a user: a document of the server with the list of sessions. */
export const showSignedIn = (email: string): void => {
  shown = { path: '/app', actor: createActor(sessionList, sessionListOptions(email)) };
  start(shown.actor);
};
