import { homeStillContent } from '#web/content/home-still.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './candidate-benefits.module.css';
import { SlotMock } from './slot-mock.tsx';

const { candidates } = homeStillContent;

/** What the person on the other side gets. */
export const CandidateBenefits = () => (
  <Section
    heading={candidates.heading}
    lead={candidates.lead}
    layout="beside"
    tone="warm"
    aside={
      <p className={styles['claim']}>
        <strong>{candidates.claim.figure}</strong>
        {candidates.claim.text}
      </p>
    }
  >
    <div className={styles['sides']}>
      <SlotMock />
      <ul className={styles['benefits']}>
        {candidates.benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </div>
  </Section>
);
