import styles from './icon.module.css';

interface IconProps {
  /** One of the paths below. */
  path: string;
  size?: 'small' | 'medium';
}

/**
 * An icon as tall as a line of text. It is hidden from assistive technology: the text beside it or
 * the label of its button has the meaning.
 */
export const Icon = ({ path, size = 'medium' }: IconProps) => (
  <svg className={styles[size]} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

/*
 * SVG paths, stroked, in a view box of 24 × 24. Each is a constant of its own, so that a page loads only those it
 * shows.
 */

export const check = 'M5 12.5 10 17.5 19.5 7';
export const cross = 'M6.5 6.5 17.5 17.5M17.5 6.5 6.5 17.5';
export const eye =
  'M2.5 12C4.5 7.8 8 5.5 12 5.5s7.5 2.3 9.5 6.5c-2 4.2-5.5 6.5-9.5 6.5S4.5 16.2 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z';
export const eyeOff =
  'M4 4 20 20M9.5 5.8a9 9 0 0 1 2.5-.3c4 0 7.5 2.3 9.5 6.5a13 13 0 0 1-2.8 3.8M6.3 7.6A12.5 12.5 0 0 0 2.5 12c2 4.2 5.5 6.5 9.5 6.5a9.7 9.7 0 0 0 4.7-1.2M10 10a3 3 0 0 0 4.1 4.2';
export const upload =
  'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 15.5v2.5a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5';
export const search = 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4.5 4.5';
export const chevron = 'M6 9.5 12 15.5 18 9.5';
export const info = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11.5v5M12 7.5v.4';
export const warning = 'M12 4 21 19.5H3ZM12 10.5v4M12 17v.2';
