/** A rectangle of a drawing, in px of the drawing. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const around = (places: readonly Area[]): Area => {
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map((place) => place.y));
  return {
    x,
    y,
    width: Math.max(...places.map((place) => place.x + place.width)) - x,
    height: Math.max(...places.map((place) => place.y + place.height)) - y,
  };
};

const fits = (area: Area, room: { width: number; height: number }): boolean =>
  area.width <= room.width && area.height <= room.height;

/**
 * What a window shows that has room for `room` px of the drawing: all of `places` where they fit,
 * else as many neighbours as fit, whole; of equally many those that come last.
 */
export const areaInSight = (
  places: readonly Area[],
  room: { width: number; height: number },
): Area => {
  const groups = places.map((seed) => {
    const group = [seed];
    for (const place of places)
      if (place !== seed && fits(around([...group, place]), room)) group.push(place);
    return group;
  });
  const largest = Math.max(...groups.map(({ length }) => length));
  return around(groups.findLast(({ length }) => length === largest) ?? places);
};
