import { demoVariants } from '#web/content/demo-variants.ts';
import { CalendarButton } from '../demo-schedule/calendar-button.tsx';
import styles from './choose-time.module.css';

/** Offers the calendar to whoever has asked for a demo. */
export const ChooseTime = () => (
  <div className={styles['time']}>
    <p>{demoVariants.schedule.choose}</p>
    <CalendarButton />
  </div>
);
