import { Star } from './star.tsx';
import styles from './steps.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface StepsProps {
  /** The current step, from 1. */
  current: number;
  count: number;
}

/** Progress of a wizard: completed steps are lit and connected points, the current one is a star. */
export const Steps = ({ current, count }: StepsProps) => (
  <div className={styles['steps']}>
    <div className={styles['points']} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index + 1).map((step) => (
        <span
          key={step}
          className={
            step < current ? styles['lit'] : step === current ? styles['current'] : styles['dim']
          }
        >
          {step === current && <Star />}
        </span>
      ))}
    </div>
    <p className={styles['words']}>
      <VisuallyHidden>Step </VisuallyHidden>
      {`${current} of ${count}`}
    </p>
  </div>
);
