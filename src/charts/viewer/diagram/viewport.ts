import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { type Area, type ChartLayout, fitScale, type Size } from '../layout/elk-graph.ts';
import { onShortcut } from '../panels/panel.tsx';

const boundingBox = (areas: readonly Area[]): Area => {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  return {
    x,
    y,
    width: Math.max(...areas.map((area) => area.x + area.width)) - x,
    height: Math.max(...areas.map((area) => area.y + area.height)) - y,
  };
};

const fits = (area: Area, size: Size): boolean =>
  area.width <= size.width && area.height <= size.height;

/**
 * The bounding box of the largest group of areas that fits a viewport of this size. Of groups of the
 * same length the last one wins. Sizes are in px of the chart.
 */
export const visibleArea = (areas: readonly Area[], size: Size): Area => {
  const groups = areas.map((first) => {
    const group = [first];
    for (const area of areas)
      if (area !== first && fits(boundingBox([...group, area]), size)) group.push(area);
    return group;
  });
  const longest = Math.max(...groups.map(({ length }) => length));
  return boundingBox(groups.findLast(({ length }) => length === longest) ?? areas);
};

export const SCALE_MIN = 0.1;
export const SCALE_MAX = 3;
const FIT_SCALE_MAX = 1.1;
/** Text of 13 px is legible at this scale. */
const READABLE_SCALE = 0.8;
/** Charts that fit at this scale or a larger one are shown whole: their text stays legible. */
export const WHOLE_SCALE_MIN = 0.66;
/** The same for a chart with counts: widths of lines are seen. */
export const COUNTED_SCALE_MIN = 0.2;
const MARGIN_PX = 24;

const centredOn = (area: Area, zoom: number, { width, height }: Size): Viewport =>
  getViewportForBounds(area, width, height, zoom, zoom, 0);

/** The size of a viewport in px of the chart. */
const sizeInChart = (zoom: number, { width, height }: Size): Size => ({
  width: width / zoom,
  height: height / zoom,
});

/** An offset along one axis: centres a chart that fits; keeps a larger one within the margin. */
const clampOffset = (offset: number, chart: number, viewport: number): number =>
  chart <= viewport
    ? (viewport - chart) / 2
    : Math.min(MARGIN_PX, Math.max(viewport - chart - MARGIN_PX, offset));

const isVisible = ({ x, y, zoom }: Viewport, area: Area, size: Size): boolean =>
  area.x * zoom + x >= 0 &&
  area.y * zoom + y >= 0 &&
  (area.x + area.width) * zoom + x <= size.width &&
  (area.y + area.height) * zoom + y <= size.height;

/** A viewport that shows the whole chart at this scale or a larger one, otherwise the given areas. */
const initialViewport = (
  areas: Area[],
  chart: Size,
  size: Size,
  wholeScaleMin: number,
): Viewport => {
  const wholeScale = fitScale(chart, size);
  // In a very small viewport the scale drops until at least one area fits.
  const areaScale = Math.max(...areas.map((area) => fitScale(area, size)));
  const zoom =
    wholeScale < wholeScaleMin
      ? Math.min(READABLE_SCALE, areaScale)
      : Math.min(FIT_SCALE_MAX, wholeScale);
  const { x, y } = centredOn(visibleArea(areas, sizeInChart(zoom, size)), zoom, size);
  return {
    zoom,
    x: clampOffset(x, chart.width * zoom, size.width),
    y: clampOffset(y, chart.height * zoom, size.height),
  };
};

/** The same viewport while the areas are visible in it, else one at the same scale around them. */
const followingViewport = (viewport: Viewport, areas: Area[], size: Size): Viewport => {
  const area = visibleArea(areas, sizeInChart(viewport.zoom, size));
  return isVisible(viewport, area, size) ? viewport : centredOn(area, viewport.zoom, size);
};

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
  wholeScaleMin: number,
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
    if (layout)
      flow.setViewport(initialViewport(areasOfInterest(layout), layout, size, wholeScaleMin));
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
  const onKeyDown = onShortcut({
    ArrowLeft: panBy(PAN_STEP_PX, 0),
    ArrowRight: panBy(-PAN_STEP_PX, 0),
    ArrowUp: panBy(0, PAN_STEP_PX),
    ArrowDown: panBy(0, -PAN_STEP_PX),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': fit,
    Escape: showActive,
  });
  return { showActive, fit, zoomIn, zoomOut, markMoved, onKeyDown };
};
