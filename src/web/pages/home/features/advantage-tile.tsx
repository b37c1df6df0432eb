import type { Advantage } from '#web/content/home.ts';
import { homeStaticContent } from '#web/content/home-static.ts';
import styles from './advantage-tile.module.css';
import { FeatureIcon } from './feature-icon.tsx';

/** One advantage with its icon. */
export const AdvantageTile = ({ name }: { name: Advantage }) => (
  <div className={styles['tile']}>
    <FeatureIcon name={name} />
    <p>{homeStaticContent.advantages[name]}</p>
  </div>
);
