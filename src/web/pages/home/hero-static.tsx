import { Link } from 'wouter';
import { homeStaticContent } from '#web/content/home-static.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import styles from './hero-static.module.css';
import { InsightMock } from './mock-ups/insight-mock.tsx';
import { InterviewMock } from './mock-ups/interview-mock.tsx';
import { RankingMock } from './mock-ups/ranking-mock.tsx';

/** On a 1440 by 940 canvas, around the text and the screens: lines without length, whose round caps are the stars. */
const SMALL =
  'M1398 330h0M180 850h0M180 30h0M986 54h0M742 66h0M566 24h0M1420 680h0M24 330h0M1120 22h0M92 770h0M1290 900h0M402 22h0M470 912h0M410 868h0';
const LARGE =
  'M38 92h0M520 60h0M648 44h0M828 28h0M1210 48h0M1352 110h0M1372 520h0M66 540h0M262 800h0M700 904h0';

/**
 * Decorative stars behind the hero, in the dark scheme and on wide screens only, where they leave the
 * text clear.
 */
export const NightSky = () => (
  <svg
    className={styles['sky']}
    viewBox="0 0 1440 940"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <path d={SMALL} strokeWidth="2.2" />
    <path d={LARGE} strokeWidth="3" />
  </svg>
);

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

/** Three screens of the product: the table whole down to its shortlist, the others over the rest. */
export const ProductPreview = () => (
  <div className={styles['preview']}>
    <div className={styles['screens']}>
      <div className={styles['ranking']}>
        <RankingMock isAnimated />
      </div>
      <div className={styles['insight']}>
        <InsightMock layout="overlay" />
      </div>
      <div className={styles['interview']}>
        <InterviewMock layout="overlay" />
      </div>
    </div>
  </div>
);
