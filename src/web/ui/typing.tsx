import { useEffect, useState } from 'react';
import { allowsMotion } from './allows-motion.ts';
import styles from './typing.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Speeds of the typing line. */
const TYPE_MS = 100;
const BACKSPACE_MS = 20;
/** How long a phrase rests. Three short ones are through in 5 s, after which WCAG 2.2.2 asks for Pause. */
const READ_MS = 600;

const commonLength = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** Every text that the line shows after its first phrase; what two phrases share stays. */
function* frames(phrases: readonly string[]): Generator<{ text: string; afterMs: number }> {
  for (const [index, phrase] of phrases.entries()) {
    const following = phrases[index + 1];
    if (following === undefined) return;
    const shared = commonLength(phrase, following);
    for (let end = phrase.length - 1; end >= shared; end -= 1)
      yield {
        text: phrase.slice(0, end),
        afterMs: end === phrase.length - 1 ? READ_MS : BACKSPACE_MS,
      };
    for (let end = shared + 1; end <= following.length; end += 1)
      yield { text: following.slice(0, end), afterMs: TYPE_MS };
  }
}

/**
 * A line that types its phrases, once, and rests on the last. It starts with the first already
 * there; without motion that is all it shows. Assistive technology reads all phrases at once.
 */
export const Typing = ({ phrases }: { phrases: readonly string[] }) => {
  const [text, setText] = useState(phrases[0] ?? '');
  const [isResting, setIsResting] = useState(true);

  useEffect(() => {
    if (!allowsMotion()) return;
    const queue = frames(phrases);
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const { value, done } = queue.next();
      setIsResting(done === true);
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
      <span className={styles['room']} aria-hidden="true">
        {phrases.map((phrase) => (
          <span key={phrase} className={styles['phrase']} data-phrase={phrase} />
        ))}
        <span className={`${styles['shown']} ${isResting ? '' : styles['typing']}`}>{text}</span>
      </span>
    </>
  );
};
