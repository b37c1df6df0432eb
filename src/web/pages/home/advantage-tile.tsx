import type { Advantage } from '#web/content/home.ts';
import { homeStillContent } from '#web/content/home-still.ts';
import styles from './advantage-tile.module.css';
import { FeatureIcon } from './feature-icon.tsx';

/** One reason, under its drawing. */
export const AdvantageTile = ({ name }: { name: Advantage }) => (
  <div className={styles['tile']}>
    <FeatureIcon name={name} />
    <p>{homeStillContent.advantages[name]}</p>
  </div>
);
