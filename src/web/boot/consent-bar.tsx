import { clsx } from 'clsx/lite';
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { consentContent } from '../content/consent.ts';
import type { consent } from '../flows/consent.ts';
import { watchConsentSettings } from '../platform/consent-settings.ts';
import { isReachable } from '../routing/load-page.ts';
import { Button } from '../ui/button.tsx';
import styles from './consent-bar.module.css';

type ConsentActor = ActorRefFrom<typeof consent>;

let starting: Promise<ConsentActor | undefined> | undefined;

/** The chart, which comes after the page; `undefined` if it could not be loaded. */
const startOnce = (): Promise<ConsentActor | undefined> => {
  starting ??= import('../flows/consent.ts').then(
    ({ startConsent }) => startConsent(),
    () => {
      // The next press loads it again.
      starting = undefined;
      return undefined;
    },
  );
  return starting;
};

/**
 * The chart for a press. Where the engine keeps a failed import, the page is loaded again, and the press is to be
 * repeated: not without a network, which would lose the page, nor beside a form, which may be filled in.
 */
const startByPress = async (): Promise<ConsentActor | undefined> => {
  const actor = await startOnce();
  if (!actor && !document.querySelector('main form') && (await isReachable())) location.reload();
  return actor;
};

/** The snapshot of the chart, `undefined` until it runs; and a function to follow a chart that a press has loaded. */
const useConsent = () => {
  const [actor, setActor] = useState<ConsentActor>();
  useEffect(() => void startOnce().then(setActor), []);
  const subscribe = useCallback(
    (listener: () => void) => actor?.subscribe(listener).unsubscribe ?? (() => {}),
    [actor],
  );
  const snapshot = useSyncExternalStore(
    subscribe,
    () => actor?.getSnapshot(),
    () => undefined,
  );
  return [snapshot, setActor] as const;
};

/**
 * Asks for the consent to the tag manager, in a bar above the header that scrolls with the page. It is part of
 * the prerendered page; until the chart runs, an attribute of the document shows it or not.
 */
export const ConsentBar = () => {
  const [snapshot, follow] = useConsent();
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const isAnswered = snapshot?.hasTag('answered') ?? false;
  const isShown = snapshot && (isAnswered || snapshot.hasTag('asked'));
  const isReviewed = snapshot?.hasTag('asked') === true && !snapshot.matches('asking');
  // The answer to a review has the height of its question, with the choice before.
  const [wasReviewed, setWasReviewed] = useState(false);
  const choice = snapshot?.matches('accepted') ? 'accepted' : 'declined';
  const { accept, decline, label, policy, text, chosen, how } = consentContent;

  useEffect(
    () =>
      watchConsentSettings(async (control) => {
        const actor = await startByPress();
        opener.current = control;
        follow(actor);
        actor?.send({ type: 'settings.pressed' });
        if (actor?.getSnapshot().hasTag('asked')) bar.current?.focus();
      }),
    [follow],
  );
  // Once it is displayed: what is not takes no focus.
  useEffect(() => {
    if (!isReviewed) return;
    bar.current?.focus();
    setWasReviewed(true);
  }, [isReviewed]);

  /** Sends an event after which the focus goes back. */
  const leave = async (send: (actor: ConsentActor) => void): Promise<void> => {
    const actor = await startByPress();
    if (!actor) return;
    // Focus follows to what is displayed then.
    flushSync(() => {
      follow(actor);
      send(actor);
    });
    const control = opener.current?.isConnected ? opener.current : bar.current;
    opener.current = null;
    control?.focus();
  };

  return (
    <section
      ref={bar}
      className={clsx(
        styles['bar'],
        isShown && styles['shown'],
        isShown === false && styles['closed'],
        isAnswered && styles['answered'],
      )}
      aria-label={label}
      // Read with the name when the bar takes the focus.
      aria-describedby={isAnswered ? `${id}answer` : `${id}question`}
      tabIndex={-1}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && snapshot?.can({ type: 'review.cancelled' }))
          void leave((actor) => actor.send({ type: 'review.cancelled' }));
      }}
    >
      <div className={styles['inside']}>
        <p className={styles['text']} id={`${id}question`}>
          {(isReviewed || wasReviewed) && <strong>{chosen[choice]} </strong>}
          {text} <Link to={policy.to}>{policy.label}</Link>
        </p>
        <div className={styles['choices']}>
          <Button
            variant="quiet"
            onClick={() => leave((actor) => actor.send({ type: 'consent.accepted' }))}
          >
            {accept}
          </Button>
          <Button
            variant="quiet"
            onClick={() => leave((actor) => actor.send({ type: 'consent.declined' }))}
          >
            {decline}
          </Button>
        </div>
        {isAnswered && (
          <p className={styles['answer']} id={`${id}answer`}>
            <strong>{chosen[choice]}</strong> {how}
          </p>
        )}
      </div>
    </section>
  );
};
