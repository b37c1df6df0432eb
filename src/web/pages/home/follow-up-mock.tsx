import { followUpMock as words } from '#web/content/mock-ups.ts';
import { Drawn } from '#web/ui/drawn.tsx';
import styles from './follow-up-mock.module.css';

/** The follow-up, drawn: what the product sends a candidate in the company's name. */
export const FollowUpMock = () => (
  <Drawn className={styles['card']} label={words.label}>
    <p className={styles['channel']}>{words.channel}</p>
    {words.messages.map(({ text, time }) => (
      <p key={text} className={styles['message']}>
        {text}
        <span className={styles['time']}>{time}</span>
      </p>
    ))}
  </Drawn>
);
