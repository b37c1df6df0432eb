import { followUpMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import styles from './follow-up-mock.module.css';

/** Mock-up of the messages that the product sends to a candidate for the company. */
export const FollowUpMock = () => (
  <Illustration className={styles['card']} label={words.label}>
    <p className={styles['channel']}>{words.channel}</p>
    {words.messages.map(({ text, time }) => (
      <p key={text} className={styles['message']}>
        {text}
        <span className={styles['time']}>{time}</span>
      </p>
    ))}
  </Illustration>
);
