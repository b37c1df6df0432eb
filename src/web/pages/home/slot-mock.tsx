import { slotMock as words } from '#web/content/mock-ups.ts';
import { Drawn } from '#web/ui/drawn.tsx';
import styles from './slot-mock.module.css';

/** The candidate's own screen, drawn: days, hours around the clock, one of them chosen. */
export const SlotMock = () => (
  <Drawn className={styles['card']} label={words.label}>
    <p className={styles['heading']}>{words.heading}</p>
    <div className={styles['days']}>
      {words.days.map(({ day, date }) => (
        <span
          key={day}
          className={`${styles['day']} ${day === words.chosenDay ? styles['chosen'] : ''}`}
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
          className={`${styles['time']} ${time === words.chosenTime ? styles['chosen'] : ''}`}
        >
          {time}
        </span>
      ))}
    </div>
    <p className={styles['note']}>{words.note}</p>
  </Drawn>
);
