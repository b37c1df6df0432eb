import { useViewport } from '@xyflow/react';
import { isSimulated } from '../live/payloads.ts';
import styles from './diagram-toolbar.module.css';

interface DiagramToolbarProps {
  isCoverageKnown: boolean;
  showActive: () => void;
  fit: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
}

const PERCENT = 100;

/** The legend of the line styles, and buttons for the viewport. */
export const DiagramToolbar = (props: DiagramToolbarProps) => {
  const { zoom } = useViewport();
  return (
    <div className={styles['toolbar']}>
      <p className={styles['legend']}>
        {props.isCoverageKnown ? (
          <>
            <svg className={styles['sample']} viewBox="0 0 28 8" aria-hidden="true">
              <path d="M0 4H28" />
            </svg>
            covered by the browser tests
            <svg className={styles['sample']} viewBox="0 0 28 8" aria-hidden="true" data-dashed="">
              <path d="M0 4H28" />
            </svg>
            not covered
          </>
        ) : (
          !isSimulated &&
          'No edge coverage yet: npm test records which edges the browser tests cover.'
        )}
      </p>
      <button type="button" onClick={props.showActive}>
        Active
      </button>
      <button type="button" onClick={props.fit}>
        Fit
      </button>
      <button type="button" aria-label="Zoom out" onClick={props.zoomOut}>
        −
      </button>
      <span className={styles['scale']}>{Math.round(zoom * PERCENT)} %</span>
      <button type="button" aria-label="Zoom in" onClick={props.zoomIn}>
        +
      </button>
    </div>
  );
};
