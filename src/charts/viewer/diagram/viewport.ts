import type { Viewport } from '@xyflow/react';
import { type Area, fitScale } from '../layout/chart-layout.ts';
import type { Size } from '../layout/elk-graph.ts';
import { visibleArea } from './visible-area.ts';

export const SCALE_MIN = 0.1;
export const SCALE_MAX = 3;
export const FIT_SCALE_MAX = 1.1;
/** Text of 13 px is legible at this scale. */
const READABLE_SCALE = 0.8;
/** Charts that fit at this scale or a larger one are shown whole. */
const WHOLE_SCALE_MIN = 0.66;
const MARGIN_PX = 24;

const centredOn = (area: Area, zoom: number, size: Size): Viewport => ({
  zoom,
  x: size.width / 2 - (area.x + area.width / 2) * zoom,
  y: size.height / 2 - (area.y + area.height / 2) * zoom,
});

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

/** A viewport that shows the whole chart if its text stays legible, otherwise the given areas. */
export const initialViewport = (areas: Area[], chart: Size, size: Size): Viewport => {
  const wholeScale = fitScale(chart, size);
  // In a very small viewport the scale drops until at least one area fits.
  const areaScale = Math.max(...areas.map((area) => fitScale(area, size)));
  const zoom =
    wholeScale < WHOLE_SCALE_MIN
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
export const followingViewport = (viewport: Viewport, areas: Area[], size: Size): Viewport => {
  const area = visibleArea(areas, sizeInChart(viewport.zoom, size));
  return isVisible(viewport, area, size) ? viewport : centredOn(area, viewport.zoom, size);
};
