import styles from './night-sky.module.css';

/** On a 1440 by 940 canvas, around the text and the screens: lines without length, whose round caps are the stars. */
const SMALL =
  'M180 30h0M318 52h0M402 22h0M566 24h0M742 66h0M986 54h0M1120 22h0M1398 330h0M1420 680h0M24 330h0M92 770h0M180 850h0M410 868h0M470 912h0M900 890h0M1290 900h0';
const LARGE =
  'M38 92h0M520 60h0M648 44h0M828 28h0M1210 48h0M1352 110h0M1372 520h0M66 540h0M262 800h0M700 904h0';

/**
 * Decorative stars behind the hero, in the dark scheme and on wide screens only, where they leave the
 * text clear.
 */
export const NightSky = () => (
  <svg
    className={styles['sky']}
    viewBox="0 0 1440 940"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    <path d={SMALL} strokeWidth="2.2" />
    <path d={LARGE} strokeWidth="3" />
  </svg>
);
