import styles from './icon.module.css';

interface IconProps {
  /** One of `icons.ts`. */
  path: string;
  size?: 'small' | 'medium';
}

/**
 * An icon as tall as a line of text. It is hidden from assistive technology: the text beside it or
 * the label of its button has the meaning.
 */
export const Icon = ({ path, size = 'medium' }: IconProps) => (
  <svg className={styles[size]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);
