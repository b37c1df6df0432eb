import { homeStillContent } from '#web/content/home-still.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import styles from './hero-ways.module.css';

const { hero } = homeStillContent;
const noEmail = { email: '' };

/** Under the claim: what it means, the ways in, the proof. */
export const HeroWays = () => (
  <>
    <p className={styles['lead']}>{hero.lead}</p>
    <div className={styles['ways']}>
      <RouteLink href="#/checkout" state={noEmail} kind="primary">
        {hero.start}
      </RouteLink>
      <RouteLink href="#/demo" state={noEmail} kind="quiet">
        {hero.demo}
      </RouteLink>
    </div>
    <p className={styles['note']}>{hero.note}</p>
    <p className={styles['proof']}>
      <strong>{hero.proof.figure}</strong>
      <span>
        {hero.proof.text}. <small>{hero.proofSource}</small>
      </span>
    </p>
  </>
);
