import { homeContent } from '#web/content/home.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Star } from '#web/ui/star.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { Typing } from '#web/ui/typing.tsx';
import styles from './hero.module.css';
import { Still } from './still.tsx';

const { hero } = homeContent;
const noEmail = { email: '' };

/** The claim, the ways in, the proof, and beside them the product. */
export const Hero = () => (
  <div className={styles['hero']}>
    <Still part="sky" />
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
      <Still part="stage" />
    </div>
  </div>
);
