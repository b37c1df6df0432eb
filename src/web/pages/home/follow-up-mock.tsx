import { followUpMock as words } from '#web/content/mock-ups.ts';
import { Drawn } from '#web/ui/drawn.tsx';
import styles from './follow-up-mock.module.css';

/** The follow-up, drawn: a conversation that the product leads in the company's name. */
export const FollowUpMock = () => (
  <Drawn className={styles['card']} label={words.label}>
    <p className={styles['channel']}>{words.channel}</p>
    {words.messages.map(({ from, text, time }) => (
      <p key={text} className={`${styles['message']} ${styles[from]}`}>
        {text}
        <span className={styles['time']}>{time}</span>
      </p>
    ))}
  </Drawn>
);
