import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Chart } from '../all-charts.ts';
import { type Drawing, drawChart } from '../drawing/layout.ts';
import type { LiveActor } from '../live/live-state.ts';
import type { Area } from './area-in-sight.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import styles from './stage.module.css';
import { StageTools } from './stage-tools.tsx';
import { usePointers } from './use-pointers.ts';
import { type Size, useView } from './use-view.ts';

interface StageProps {
  chart: Chart;
  actor: LiveActor | undefined;
  walked: ReadonlySet<string> | undefined;
}

const STEP_PX = 80;
const ZOOM_FACTOR = 1.25;
const PANS: Record<string, [number, number]> = {
  ArrowLeft: [STEP_PX, 0],
  ArrowRight: [-STEP_PX, 0],
  ArrowUp: [0, STEP_PX],
  ArrowDown: [0, -STEP_PX],
};

/** What is of interest: the innermost active states, else the chart's upper part. */
const placesOf = ({ boxes, width }: Drawing, active: readonly string[]): Area[] => {
  const inner = boxes.filter(
    ({ box: { id, kind } }) => active.includes(id) && kind !== 'compound' && kind !== 'parallel',
  );
  return inner.length > 0 ? inner : [{ x: width / 2, y: 0, width: 1, height: 1 }];
};

/** One chart, drawn, to be panned and zoomed; keeps the active states in sight. */
export const Stage = ({ chart, actor, walked }: StageProps) => {
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size>();
  const [drawing, setDrawing] = useState<Drawing>();
  const [fault, setFault] = useState('');
  const [view, move] = useView();
  const pointers = usePointers(frame, move);
  const active = actor?.snapshot.active ?? [];
  const place = active.join(' ');

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // A window of another shape gets the drawing that suits it; both are laid out once.
  const isWide = size && size.width > size.height;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another shape asks for another drawing.
  useEffect(() => {
    if (!size) return;
    let isCurrent = true;
    drawChart(chart.machine, size).then(
      (drawn) => isCurrent && setDrawing(drawn),
      (error: unknown) => isCurrent && setFault(String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [chart, isWide]);

  const showActive = () => {
    if (drawing && size)
      move({ type: 'shown', places: placesOf(drawing, active), drawing, window: size });
  };
  const showAll = () => {
    if (drawing && size) move({ type: 'fitted', drawing, window: size });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of the actor moves the view, a move by hand doesn't.
  useEffect(() => {
    if (!drawing || !size) return;
    if (!view.isMoved) showActive();
    else if (place !== '')
      move({ type: 'followed', places: placesOf(drawing, active), window: size });
  }, [drawing, size, place]);

  const zoom = (factor: number) => {
    if (size) move({ type: 'zoomed', factor, at: { x: size.width / 2, y: size.height / 2 } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = PANS[event.key];
    if (pan) move({ type: 'panned', x: pan[0], y: pan[1] });
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_FACTOR);
    else if (event.key === '-') zoom(1 / ZOOM_FACTOR);
    else if (event.key === '0') showAll();
    else if (event.key === 'Escape') showActive();
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles['stage']}>
      <StageTools
        isCovered={walked !== undefined}
        scale={view.scale}
        onZoomIn={() => zoom(ZOOM_FACTOR)}
        onZoomOut={() => zoom(1 / ZOOM_FACTOR)}
        onFit={showAll}
        onShow={showActive}
      />
      <section
        ref={frame}
        className={styles['frame']}
        aria-label={`Chart of ${chart.name}: arrows pan, plus and minus zoom, 0 fits, Escape goes to the active states`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is panned must be reached by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...pointers}
      >
        {drawing ? (
          <ChartDrawing
            drawing={drawing}
            view={view}
            chart={chart}
            active={active}
            isLiving={actor?.isLiving ?? false}
            lastEdges={actor?.lastEdges ?? []}
            walked={walked}
          />
        ) : (
          <p className={styles['note']}>{fault || 'Drawing …'}</p>
        )}
      </section>
    </div>
  );
};
