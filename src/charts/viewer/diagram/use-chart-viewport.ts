import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChartLayout } from '../layout/chart-layout.ts';
import type { Size } from '../layout/elk-graph.ts';
import { FIT_SCALE_MAX, followingViewport, initialViewport } from './viewport.ts';

const PAN_STEP_PX = 80;
const FIT_PADDING = 0.02;

/**
 * Moves the viewport: by keyboard, by the returned functions, and to the active states whenever they
 * change. After a manual move it follows only active states that are out of the viewport.
 */
export const useChartViewport = (
  layout: ChartLayout | undefined,
  size: Size,
  activeIds: readonly string[],
) => {
  const flow = useReactFlow();
  const isMovedByUser = useRef(false);
  const activeKey = activeIds.join(' ');

  /** The active states, or the top centre of the chart when none is active. */
  const areasOfInterest = ({ places, width }: ChartLayout) => {
    const active = activeIds.flatMap((id) => places.get(id) ?? []);
    return active.length > 0 ? active : [{ x: width / 2, y: 0, width: 1, height: 1 }];
  };
  const showActive = () => {
    isMovedByUser.current = false;
    if (layout) flow.setViewport(initialViewport(areasOfInterest(layout), layout, size));
  };
  const markMoved = () => {
    isMovedByUser.current = true;
  };
  const fit = () => {
    markMoved();
    flow.fitView({ padding: FIT_PADDING, maxZoom: FIT_SCALE_MAX });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new layout, size or active state moves the viewport.
  useEffect(() => {
    if (!layout) return;
    if (!isMovedByUser.current) showActive();
    else if (activeKey !== '')
      flow.setViewport(followingViewport(flow.getViewport(), areasOfInterest(layout), size));
  }, [layout, size.width, size.height, activeKey]);

  const zoomBy = (zoom: () => void) => () => {
    markMoved();
    zoom();
  };
  const panBy = (x: number, y: number) => () => {
    markMoved();
    const viewport = flow.getViewport();
    flow.setViewport({ ...viewport, x: viewport.x + x, y: viewport.y + y });
  };
  const [zoomIn, zoomOut] = [zoomBy(flow.zoomIn), zoomBy(flow.zoomOut)];
  const shortcuts: Record<string, () => void> = {
    ArrowLeft: panBy(PAN_STEP_PX, 0),
    ArrowRight: panBy(-PAN_STEP_PX, 0),
    ArrowUp: panBy(0, PAN_STEP_PX),
    ArrowDown: panBy(0, -PAN_STEP_PX),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': fit,
    Escape: showActive,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const shortcut = shortcuts[event.key];
    if (!shortcut || event.ctrlKey || event.metaKey || event.altKey) return;
    shortcut();
    event.preventDefault();
  };
  return { showActive, fit, zoomIn, zoomOut, markMoved, onKeyDown };
};
