import type { Feature } from '#web/content/home.ts';
import { homeStillContent } from '#web/content/home-still.ts';
import styles from './feature-words.module.css';

/** What one part of the product does, beside its picture. */
export const FeatureWords = ({ name }: { name: Feature }) => {
  const { title, text, claim } = homeStillContent.features[name];
  return (
    <div className={styles['words']}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className={styles['claim']}>
        <strong>{claim.figure}</strong> {claim.text}.
      </p>
    </div>
  );
};
