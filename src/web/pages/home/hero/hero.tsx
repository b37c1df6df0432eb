import { homeContent } from '#web/content/home.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { Typing } from '#web/marketing/motion/typing.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';
import { Star } from '#web/ui/star.tsx';
import styles from './hero.module.css';

const { hero } = homeContent;
const [beforeTittle, afterTittle] = hero.heading.split(/i(?=[^i]*$)/);

/** The claim on one line, a star as the dot of its last i; below it the calls to action beside the product. */
export const Hero = () => (
  <div className={styles['hero']}>
    <StaticIsland part="sky" />
    <div className={styles['field']} />
    <div className={styles['inside']}>
      <div className={styles['claim']}>
        <p className={styles['typing']}>
          <Star />
          <span>
            <Typing phrases={hero.typing} />
          </span>
        </p>
        <PageHeading label={hero.heading}>
          {beforeTittle}
          {afterTittle !== undefined && (
            <span className={styles['tittle']}>
              i<span className={styles['star']} aria-hidden="true" />
            </span>
          )}
          {afterTittle}
        </PageHeading>
      </div>
      <div className={styles['text']}>
        <StaticIsland part="actions" />
      </div>
      <StaticIsland part="preview" />
    </div>
  </div>
);
