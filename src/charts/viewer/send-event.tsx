import { useId, useLayoutEffect, useRef, useState } from 'react';
import { eventWords } from '../drawing/event-words.ts';
import styles from './send-event.module.css';

interface SendEventProps {
  type: string;
  guards: string[];
  /** What it is proposed to carry. */
  payload: () => Record<string, unknown>;
  /** What is wrong with an event that carries this; undefined where it can be sent. */
  faultOf: (payload: Record<string, unknown>) => string | undefined;
  onSend: (event: { type: string }) => void;
}

/** A wildcard stands for any type: the sender writes it. */
const isWildcard = (type: string): boolean => type.includes('*');

const readEvent = (type: string, text: string): { type: string } | undefined => {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined;
    return { type, ...fields };
  } catch {
    return undefined;
  }
};

const withoutType = ({ type: _type, ...payload }: { type: string }): Record<string, unknown> =>
  payload;

const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Sends an event at once where it carries nothing; else its payload can be written first. */
export const SendEvent = ({ type, guards, payload, faultOf, onSend }: SendEventProps) => {
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<string>();
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = item.current;
    // An event that is no longer accepted goes, and the focus with it: to the panel around it.
    return () => {
      if (own?.contains(document.activeElement)) own.closest('section')?.focus();
    };
  }, []);
  const close = () => {
    setText(undefined);
    button.current?.focus();
  };
  const begin = () => {
    const fields = isWildcard(type) ? { type: '' } : payload();
    if (Object.keys(fields).length === 0) onSend({ type });
    else setText((open) => (open === undefined ? JSON.stringify(fields, undefined, 2) : undefined));
    setFault(undefined);
  };
  const send = () => {
    const event = readEvent(type, text ?? '');
    const found = event ? faultOf(withoutType(event)) : 'This is not a JSON object.';
    setFault(found);
    if (!event || found !== undefined) return;
    onSend(event);
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
        onClick={begin}
      >
        {eventWords(type)}
        {guards.length > 0 && <span className={styles['guard']}>[{guards.join(' | ')}]</span>}
      </button>
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
            ref={takeFocus}
            id={id}
            className={styles['text']}
            rows={Math.min(10, text.split('\n').length + 1)}
            spellCheck={false}
            value={text}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-fault`}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key, ctrlKey, metaKey }) => {
              if (key === 'Escape') close();
              if (key === 'Enter' && (ctrlKey || metaKey)) send();
            }}
          />
          <span id={`${id}-fault`} role="alert" className={styles['fault']}>
            {fault}
          </span>
          <button type="submit" className={styles['send']}>
            Send {eventWords(type)}
          </button>
        </form>
      )}
    </li>
  );
};
