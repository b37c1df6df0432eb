import { homeContent } from '#web/content/home.ts';
import { Star } from '#web/ui/star.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { Typing } from '#web/ui/typing.tsx';
import styles from './hero.module.css';
import { Still } from './still.tsx';

const { hero } = homeContent;

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
        <Still part="ways" />
      </div>
      <Still part="stage" />
    </div>
  </div>
);
