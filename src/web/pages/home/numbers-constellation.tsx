import styles from './numbers-constellation.module.css';

/** Decorative line above the three numbers: one point for each, a star at the end. */
export const NumbersConstellation = () => (
  <svg className={styles['figure']} viewBox="0 0 1200 120" aria-hidden="true" focusable="false">
    <path className={styles['line']} d="M8 92 196 34 408 78 612 36 808 70 1000 30 1140 44" />
    <path
      className={styles['faint']}
      d="M90 22h.01M300 16h.01M520 108h.01M720 12h.01M900 108h.01M1080 100h.01M1060 10h.01M248 102h.01M196 34h.01M612 36h.01M1000 30h.01"
    />
    <path className={styles['point']} d="M8 92h.01M408 78h.01M808 70h.01" />
    <path
      className={styles['star']}
      d="M1170 14 1176.5 37.5 1200 44 1176.5 50.5 1170 74 1163.5 50.5 1140 44 1163.5 37.5Z"
    />
  </svg>
);
