import { clsx } from 'clsx/lite';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { consentContent } from '../content/consent.ts';
import type { ConsentActor } from '../flows/consent.ts';
import { watchConsentSettings } from '../platform/consent-settings.ts';
import { Button } from '../ui/button.tsx';
import styles from './consent-bar.module.css';

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

/** The snapshot of the chart; `undefined` until it runs. */
const useConsent = () => {
  const [actor, setActor] = useState<ConsentActor>();
  useEffect(() => void startOnce().then(setActor), []);
  const subscribe = useCallback(
    (listener: () => void) => actor?.subscribe(listener).unsubscribe ?? (() => {}),
    [actor],
  );
  return useSyncExternalStore(
    subscribe,
    () => actor?.getSnapshot(),
    () => undefined,
  );
};

/**
 * Asks for the consent to the tag manager, in a bar above the header that scrolls with the page. It is part of
 * the prerendered page; until the chart runs, an attribute of the document shows it or not.
 */
export const ConsentBar = () => {
  const snapshot = useConsent();
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const isOpen = snapshot?.hasTag('open');
  const isReviewed = isOpen === true && !snapshot?.matches('asking');
  const { accept, decline, label, policy, text } = consentContent;

  useEffect(
    () =>
      watchConsentSettings(async (control) => {
        const actor = await startOnce();
        opener.current = control;
        actor?.send({ type: 'settings.opened' });
        bar.current?.focus();
      }),
    [],
  );

  const choose = async (type: 'consent.accepted' | 'consent.declined'): Promise<void> => {
    const actor = await startOnce();
    if (!actor) return;
    actor.send({ type });
    const control = opener.current;
    opener.current = null;
    if (control?.isConnected) control.focus();
    else document.querySelector('main')?.focus({ preventScroll: true });
  };

  return (
    <section
      ref={bar}
      className={clsx(
        styles['bar'],
        isOpen && styles['open'],
        isOpen === false && styles['closed'],
      )}
      aria-label={label}
      tabIndex={-1}
    >
      <div className={styles['inside']}>
        <p>
          {isReviewed && (
            <strong>
              {snapshot?.matches('accepted')
                ? consentContent.accepted
                : consentContent.declined}{' '}
            </strong>
          )}
          {text} <Link to={policy.to}>{policy.label}</Link>
        </p>
        <div className={styles['choices']}>
          <Button variant="quiet" onClick={() => choose('consent.accepted')}>
            {accept}
          </Button>
          <Button variant="quiet" onClick={() => choose('consent.declined')}>
            {decline}
          </Button>
        </div>
      </div>
    </section>
  );
};
