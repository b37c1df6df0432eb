import type { Feature } from '#web/content/home.ts';
import { homeStaticContent } from '#web/content/home-static.ts';
import styles from './feature-text.module.css';

/** Description of one part of the product. */
export const FeatureText = ({ name }: { name: Feature }) => {
  const { title, text, claim } = homeStaticContent.features[name];
  return (
    <div className={styles['text']}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className={styles['claim']}>
        <strong>{claim.figure}</strong> {claim.text}.
      </p>
    </div>
  );
};
