import { Link } from 'wouter';
import { homeStaticContent } from '#web/content/home-static.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import styles from './hero-actions.module.css';

const { hero } = homeStaticContent;
const noEmail = { email: '' };

/** Below the claim: its explanation, the calls to action, the proof. */
export const HeroActions = () => (
  <>
    <p className={styles['lead']}>{hero.lead}</p>
    <div className={styles['actions']}>
      <Link to="/checkout" className={buttonClass()} state={noEmail}>
        {hero.start}
      </Link>
      <Link to="/demo" className={buttonClass({ variant: 'quiet' })} state={noEmail}>
        {hero.demo}
      </Link>
    </div>
    <p className={styles['note']}>{hero.note}</p>
    <p className={styles['note']}>{hero.candidates}</p>
    <p className={styles['proof']}>
      <strong>
        <small>{hero.proofLead}</small> {hero.proof.figure}
      </strong>
      <span>
        {hero.proof.text}. <small>{hero.proofSource}</small>
      </span>
    </p>
  </>
);
