import styles from './feature-icon.module.css';

/** SVG paths on a 32 by 32 grid: outlines, and a filled part in the accent colour. */
const drawings = {
  fast: {
    lines: 'M16 28a11 11 0 1 0 0-22 11 11 0 0 0 0 22ZM12.5 2.5h7M16 2.5V6',
    accent: 'M16 17V11a6 6 0 0 1 6 6Z',
  },
  video: {
    lines: 'M4 8h17v16H4ZM21 14l7-4v12l-7-4',
    accent: 'M12.5 11.5 13.6 14.9 17 16 13.6 17.1 12.5 20.5 11.4 17.1 8 16 11.4 14.9Z',
  },
  chat: {
    lines: 'M4 6h24v16H14l-6 5v-5H4Z',
    accent:
      'M10 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM16 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM22 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  },
  skills: {
    lines: 'M6 24 12 12 22 17 26 6M6 24l16-7',
    accent: 'M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z',
  },
  insight: {
    lines: 'M4 4v24h24M9 21l5-6 5 3 4-6',
    accent: 'M25 3 26.3 7.7 31 9 26.3 10.3 25 15 23.7 10.3 19 9 23.7 7.7Z',
  },
} as const;

type FeatureIconName = keyof typeof drawings;

/** Decorative two-tone icon of a feature. */
export const FeatureIcon = ({ name }: { name: FeatureIconName }) => (
  <svg className={styles['icon']} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path className={styles['accent']} d={drawings[name].accent} />
    <path className={styles['lines']} d={drawings[name].lines} />
  </svg>
);
