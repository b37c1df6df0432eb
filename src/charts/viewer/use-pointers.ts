import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Mover } from './use-view.ts';

interface Point {
  x: number;
  y: number;
}

/** One notch of a wheel is 100 px in most browsers; so it zooms by a sixth. */
const WHEEL_ZOOM_PX = 650;
const LINE_PX = 16;

const middle = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const spread = ([one, other]: Point[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

/** Pans by dragging, zooms by the wheel and by two fingers. */
export const usePointers = (frame: RefObject<HTMLElement | null>, move: Mover) => {
  const pointers = useRef(new Map<number, Point>());

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // React's own listener is passive, so the page would scroll along.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const amount = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      // A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
      const factor = Math.exp((-amount * (event.ctrlKey ? 4 : 1)) / WHEEL_ZOOM_PX);
      move({ type: 'zoomed', factor, at: { x: event.clientX - left, y: event.clientY - top } });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, move]);

  const end = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = [...pointers.current.values()];
      const [from, to] = [middle(before), middle(after)];
      move({ type: 'panned', x: to.x - from.x, y: to.y - from.y });
      if (after.length < 2) return;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      move({
        type: 'zoomed',
        factor: spread(after) / (spread(before) || 1),
        at: { x: to.x - left, y: to.y - top },
      });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
};
