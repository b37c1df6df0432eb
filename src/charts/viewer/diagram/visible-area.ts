import type { Area, Size } from '../layout/elk-graph.ts';

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
