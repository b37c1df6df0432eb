import styles from './stage-tools.module.css';

interface StageToolsProps {
  isCovered: boolean;
  scale: number;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
  onShow: () => void;
}

const PERCENT = 100;

/** What the lines mean, and the zoom for those who have neither wheel nor keys at hand. */
export const StageTools = ({
  isCovered,
  scale,
  onZoomIn,
  onZoomOut,
  onFit,
  onShow,
}: StageToolsProps) => (
  <div className={styles['tools']}>
    <p className={styles['legend']}>
      {isCovered ? (
        <>
          <svg className={styles['sample']} viewBox="0 0 28 8" aria-hidden="true">
            <path d="M0 4H28" />
          </svg>
          walked by the tests
          <svg className={styles['sample']} viewBox="0 0 28 8" aria-hidden="true" data-dashed="">
            <path d="M0 4H28" />
          </svg>
          not walked
        </>
      ) : (
        'Which edges the browser tests walk is not known: npm test writes it down.'
      )}
    </p>
    <button type="button" onClick={onShow}>
      Active
    </button>
    <button type="button" onClick={onFit}>
      Fit
    </button>
    <button type="button" aria-label="Zoom out" onClick={onZoomOut}>
      −
    </button>
    <span className={styles['scale']}>{Math.round(scale * PERCENT)} %</span>
    <button type="button" aria-label="Zoom in" onClick={onZoomIn}>
      +
    </button>
  </div>
);
