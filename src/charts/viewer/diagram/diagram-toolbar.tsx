import { useViewport } from '@xyflow/react';
import type { SVGProps } from 'react';
import { isSimulated } from '../live/payloads.ts';
import { useView } from '../live/view.ts';
import { PERIOD_NAMES, type Period } from '../traffic/chart-traffic.ts';
import styles from './diagram-toolbar.module.css';
import type { useChartViewport } from './viewport.ts';

interface DiagramToolbarProps extends ReturnType<typeof useChartViewport> {
  /** The drawn period of a report; undefined while none is open. */
  period: Period | undefined;
}

const PERCENT = 100;

const Sample = (props: SVGProps<SVGSVGElement>) => (
  <svg className={styles['sample']} viewBox="0 0 28 8" aria-hidden="true" {...props}>
    <path d="M0 4H28" />
  </svg>
);

const Legend = ({ period }: Pick<DiagramToolbarProps, 'period'>) => {
  const { covered } = useView();
  if (period)
    return (
      <>
        <strong>{PERIOD_NAMES[period]}</strong>
        <Sample data-most="" />
        most
        <Sample data-dashed="" />
        never
      </>
    );
  if (isSimulated) return null;
  if (!covered)
    return 'No edge coverage yet: npm test records which edges the browser tests cover.';
  return (
    <>
      <Sample />
      covered by the browser tests
      <Sample data-dashed="" />
      not covered
    </>
  );
};

/** The legend of the line styles, and buttons for the viewport. */
export const DiagramToolbar = (props: DiagramToolbarProps) => {
  const { zoom } = useViewport();
  return (
    <div className={`row ${styles['toolbar']}`}>
      <p className={`row quiet ${styles['legend']}`}>
        <Legend period={props.period} />
      </p>
      <button type="button" onClick={props.showActive}>
        {props.period ? 'Most left' : 'Active'}
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
