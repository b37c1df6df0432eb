import { clsx } from 'clsx/lite';
import { homeStaticContent } from '#web/content/home-static.ts';
import { slotMock as words } from '#web/content/mock-ups.ts';
import { Illustration } from '#web/marketing/illustration.tsx';
import { Section } from '#web/marketing/section.tsx';
import { check, Icon } from '#web/ui/icon.tsx';
import styles from './candidate-benefits.module.css';

/** Mock-up of the candidate's screen: days and times around the clock, one of each chosen. */
const SlotMock = () => (
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

const { candidates } = homeStaticContent;

/** What candidates get. */
export const CandidateBenefits = () => (
  <Section
    heading={candidates.heading}
    lead={candidates.lead}
    layout="beside"
    tone="warm"
    aside={
      <p className={styles['claim']}>
        <strong>{candidates.claim.figure}</strong>
        <span>{candidates.claim.text}</span>
      </p>
    }
  >
    <div className={styles['columns']}>
      <SlotMock />
      <ul className={styles['benefits']}>
        {candidates.benefits.map((benefit) => (
          <li key={benefit}>
            <Icon path={check} />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </div>
  </Section>
);
