import { clsx } from 'clsx/lite';
import { useEffect, useState } from 'react';
import { allowsMotion } from '#web/platform/allows-motion.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './typing.module.css';

/** Time per character. */
const TYPE_MS = 100;
const BACKSPACE_MS = 20;
/** How long a phrase stays. Three short ones end within 5 s; beyond that WCAG 2.2.2 requires Pause. */
const READ_MS = 600;

const commonLength = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** Every text that the line shows after its first phrase. The prefix that two phrases share stays. */
function* frames(phrases: readonly string[]): Generator<{ text: string; afterMs: number }> {
  for (const [index, phrase] of phrases.entries()) {
    const nextPhrase = phrases[index + 1];
    if (nextPhrase === undefined) return;
    const shared = commonLength(phrase, nextPhrase);
    for (let end = phrase.length - 1; end >= shared; end -= 1)
      yield {
        text: phrase.slice(0, end),
        afterMs: end === phrase.length - 1 ? READ_MS : BACKSPACE_MS,
      };
    for (let end = shared + 1; end <= nextPhrase.length; end += 1)
      yield { text: nextPhrase.slice(0, end), afterMs: TYPE_MS };
  }
}

/**
 * Types its phrases once, from the complete first one to the last. Under reduced motion it shows the
 * first one only. Assistive technology reads all phrases.
 */
export const Typing = ({ phrases }: { phrases: readonly string[] }) => {
  const [text, setText] = useState(phrases[0] ?? '');
  const [isIdle, setIsIdle] = useState(true);

  useEffect(() => {
    if (!allowsMotion()) return;
    const queue = frames(phrases);
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const { value, done } = queue.next();
      setIsIdle(done === true);
      if (done) return;
      timer = setTimeout(() => {
        setText(value.text);
        next();
      }, value.afterMs);
    };
    next();
    return () => clearTimeout(timer);
  }, [phrases]);

  return (
    <>
      <VisuallyHidden>{phrases.join(', ')}</VisuallyHidden>
      <span className={styles['box']} aria-hidden="true">
        {phrases.map((phrase) => (
          <span key={phrase} className={styles['phrase']} data-phrase={phrase} />
        ))}
        <span className={clsx(styles['shown'], !isIdle && styles['typing'])}>{text}</span>
      </span>
    </>
  );
};
