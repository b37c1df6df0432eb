import { homeContent } from '#web/content/home.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Star } from '#web/ui/star.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { Typing } from '#web/ui/typing.tsx';
import styles from './hero.module.css';
import { InsightMock } from './insight-mock.tsx';
import { InterviewMock } from './interview-mock.tsx';
import { NightSky } from './night-sky.tsx';
import { RankingMock } from './ranking-mock.tsx';

const { hero } = homeContent;
const noEmail = { email: '' };

/** The claim, the ways in, the proof, and beside them the product. */
export const Hero = () => (
  <div className={styles['hero']}>
    <NightSky />
    <div className={styles['inside']}>
      <div className={styles['words']}>
        <p className={styles['typing']}>
          <Star />
          <span>
            <Typing phrases={hero.typing} />
          </span>
        </p>
        <StepHeading>{hero.heading}</StepHeading>
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
      </div>
      <div className={styles['stage']}>
        <div className={styles['scene']}>
          <div className={styles['ranking']}>
            <RankingMock isLive />
          </div>
          <div className={styles['insight']}>
            <InsightMock />
          </div>
          <div className={styles['interview']}>
            <InterviewMock />
          </div>
        </div>
      </div>
    </div>
  </div>
);
