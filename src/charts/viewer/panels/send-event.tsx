import { useId, useLayoutEffect, useRef, useState } from 'react';
import { eventLabel } from '#charts/model/chart-edges.ts';
import {
  declaredFields,
  isSimulated,
  listedPayloads,
  payloadError,
  suggestedPayload,
} from '../live/payloads.ts';
import { useView } from '../live/view.ts';
import styles from './send-event.module.css';

/** An event for which an active state has a transition. */
export interface NextEvent {
  type: string;
  /** The guards of its transitions; empty when one of them has no guard. */
  guards: string[];
}

/** For a wildcard the developer writes the event type as a field of the payload. */
const isWildcard = (type: string): boolean => type.includes('*');

/** The fields of a JSON object; undefined for another text. */
const parseFields = (text: string): Record<string, unknown> | undefined => {
  try {
    const fields: unknown = JSON.parse(text);
    return fields instanceof Object && !Array.isArray(fields) ? { ...fields } : undefined;
  } catch {
    return undefined;
  }
};

/** A payload in short; of an actor's answer, what the actor answers. */
const textOf = (payload: Record<string, unknown>): string =>
  JSON.stringify('output' in payload ? payload['output'] : payload);

const focusElement = (element: HTMLElement | null): void => element?.focus();

/** A button that sends an event; opens a form first when the event has a payload. */
export const SendEvent = ({ type, guards }: NextEvent) => {
  const { chart, shown, sendEvent } = useView();
  const [text, setText] = useState<string>();
  const [error, setError] = useState<string>();
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = item.current;
    // When this button disappears with the focus on it, the focus moves to the panel.
    return () => {
      if (element?.contains(document.activeElement)) element.closest('section')?.focus();
    };
  }, []);
  const close = () => {
    setText(undefined);
    button.current?.focus();
  };
  const fieldsOf = () =>
    isWildcard(type) ? { type: '' } : suggestedPayload(chart, type, shown.log);
  const open = () => {
    setText((now) => (now === undefined ? JSON.stringify(fieldsOf(), undefined, 2) : undefined));
    setError(undefined);
  };
  const openOrSend = () => (Object.keys(fieldsOf()).length === 0 ? sendEvent?.({ type }) : open());
  const send = () => {
    const fields = parseFields(text ?? '');
    const newError = fields
      ? payloadError(fields, declaredFields(chart.name, type))
      : 'This is not a JSON object.';
    setError(newError);
    if (newError !== undefined) return;
    sendEvent?.({ type, ...fields });
    close();
  };
  return (
    <li ref={item} className={styles['event']} data-open={text === undefined ? undefined : ''}>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        title={guards.length > 0 ? `Only if ${guards.join(' or ')}` : undefined}
        aria-expanded={text === undefined ? undefined : true}
        onClick={openOrSend}
      >
        {eventLabel(type)}
        {guards.length > 0 && <span className="quiet"> [{guards.join(' | ')}]</span>}
      </button>
      {listedPayloads(chart.name, type).map((payload) => (
        <button
          key={textOf(payload)}
          type="button"
          className={styles['listed']}
          aria-label={`${eventLabel(type)} ${textOf(payload)}`}
          onClick={() => sendEvent?.({ type, ...payload })}
        >
          {textOf(payload)}
        </button>
      ))}
      {isSimulated && text === undefined && (
        <button
          type="button"
          className={styles['listed']}
          aria-label={`Payload of ${eventLabel(type)}`}
          onClick={open}
        >
          …
        </button>
      )}
      {text !== undefined && (
        <form
          className={styles['form']}
          onSubmit={(submitted) => {
            submitted.preventDefault();
            send();
          }}
        >
          <label htmlFor={id}>Payload of {type} as JSON</label>
          <textarea
            ref={focusElement}
            id={id}
            className={styles['text']}
            rows={Math.min(10, text.split('\n').length + 1)}
            spellCheck={false}
            value={text}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-error`}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key, ctrlKey, metaKey }) => {
              if (key === 'Escape') close();
              if (key === 'Enter' && (ctrlKey || metaKey)) send();
            }}
          />
          <span id={`${id}-error`} role="alert" className={styles['error']}>
            {error}
          </span>
          <button type="submit" className={styles['send']}>
            Send {eventLabel(type)}
          </button>
        </form>
      )}
    </li>
  );
};
