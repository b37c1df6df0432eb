import { homeContent } from '#web/content/home.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { Typing } from '#web/marketing/motion/typing.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './hero.module.css';

const { hero } = homeContent;

/** The claim, the calls to action and the proof, with a preview of the product. */
export const Hero = () => (
  <div className={styles['hero']}>
    <StaticIsland part="sky" />
    <div className={styles['inside']}>
      <div className={styles['text']}>
        <p className={styles['typing']}>
          <Star />
          <span>
            <Typing phrases={hero.typing} />
          </span>
        </p>
        <PageHeading>{hero.heading}</PageHeading>
        <StaticIsland part="actions" />
      </div>
      <StaticIsland part="preview" />
    </div>
  </div>
);
