import { clsx } from 'clsx/lite';
import { slotMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import styles from './slot-mock.module.css';

/** Mock-up of the candidate's screen: days and times around the clock, one of each chosen. */
export const SlotMock = () => (
  <Illustration className={styles['card']} label={words.label}>
    <p className={styles['heading']}>{words.heading}</p>
    <div className={styles['days']}>
      {words.days.map(({ day, date }) => (
        <span
          key={day}
          className={clsx(styles['day'], day === words.chosenDay && styles['chosen'])}
        >
          <span>{day}</span>
          <span className={styles['date']}>{date}</span>
        </span>
      ))}
    </div>
    <div className={styles['times']}>
      {words.times.map((time) => (
        <span
          key={time}
          className={clsx(styles['time'], time === words.chosenTime && styles['chosen'])}
        >
          {time}
        </span>
      ))}
    </div>
    <p className={styles['note']}>{words.note}</p>
  </Illustration>
);
