import { homeStaticContent } from '#web/content/home-static.ts';
import { Section } from '#web/marketing/section.tsx';
import * as icons from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './candidate-benefits.module.css';
import { SlotMock } from './mock-ups/slot-mock.tsx';

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
            <Icon path={icons.check} />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </div>
  </Section>
);
