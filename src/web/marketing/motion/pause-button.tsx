import { clsx } from 'clsx/lite';
import { siteContent } from '#web/content/site.ts';
import styles from './pause-button.module.css';
import roundButton from './round-button.module.css';

interface PauseButtonProps {
  isPaused: boolean;
  /** Names what stops, such as `the logos`. */
  what: string;
  onToggle: () => void;
}

/** Pauses and resumes an animation. Hidden under reduced motion, when nothing moves. */
export const PauseButton = ({ isPaused, what, onToggle }: PauseButtonProps) => (
  <button
    type="button"
    className={clsx(roundButton['button'], roundButton['motionOnly'])}
    aria-label={`${isPaused ? siteContent.playMotion : siteContent.pauseMotion} ${what}`}
    onClick={onToggle}
  >
    <svg className={styles['glyph']} viewBox="0 0 24 24" aria-hidden="true">
      <path d={isPaused ? 'M8 5.5v13l10.5-6.5Z' : 'M7.5 5.5h3v13h-3zM13.5 5.5h3v13h-3z'} />
    </svg>
  </button>
);
