import { useReducer } from 'react';
import { fitScale } from '../drawing/layout.ts';
import { type Area, areaInSight } from './area-in-sight.ts';

/** Where a drawing lies in its window: `x` and `y` of its corner in px, and how large it is. */
export interface View {
  x: number;
  y: number;
  scale: number;
  /** Whether somebody moved it by hand, so that it stays. */
  isMoved: boolean;
}

export interface Size {
  width: number;
  height: number;
}

type Move =
  | { type: 'panned'; x: number; y: number }
  | { type: 'zoomed'; factor: number; at: { x: number; y: number } }
  | { type: 'fitted'; drawing: Size; window: Size }
  | { type: 'shown'; places: Area[]; drawing: Size; window: Size }
  | { type: 'followed'; places: Area[]; window: Size };

const SCALE_MIN = 0.1;
const SCALE_MAX = 3;
/** Texts of 13 px are read without effort at this scale. */
const READABLE_SCALE = 0.8;
/** Down to this scale it is better to see a chart whole. */
const WHOLE_SCALE_MIN = 0.66;
const FIT_SCALE_MAX = 1.1;
const MARGIN = 24;

const centred = (area: Area, scale: number, window: Size): Omit<View, 'isMoved'> => ({
  scale,
  x: window.width / 2 - (area.x + area.width / 2) * scale,
  y: window.height / 2 - (area.y + area.height / 2) * scale,
});

/** How much of a drawing a window has room for. */
const roomAt = (scale: number, { width, height }: Size): Size => ({
  width: width / scale,
  height: height / scale,
});

/** Along one axis: a drawing that fits is centred, a larger one leaves no empty edge. */
const bounded = (at: number, length: number, room: number): number =>
  length <= room ? (room - length) / 2 : Math.min(MARGIN, Math.max(room - length - MARGIN, at));

const isInside = ({ x, y, scale }: View, area: Area, window: Size): boolean =>
  area.x * scale + x >= 0 &&
  area.y * scale + y >= 0 &&
  (area.x + area.width) * scale + x <= window.width &&
  (area.y + area.height) * scale + y <= window.height;

const afterMove = (view: View, move: Move): View => {
  switch (move.type) {
    case 'panned':
      return { ...view, x: view.x + move.x, y: view.y + move.y, isMoved: true };
    case 'zoomed': {
      const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, view.scale * move.factor));
      const grown = scale / view.scale;
      return {
        scale,
        x: move.at.x - (move.at.x - view.x) * grown,
        y: move.at.y - (move.at.y - view.y) * grown,
        isMoved: true,
      };
    }
    case 'fitted': {
      const room = { width: move.window.width - MARGIN, height: move.window.height - MARGIN };
      const scale = Math.min(FIT_SCALE_MAX, fitScale(move.drawing, room));
      return { ...centred({ x: 0, y: 0, ...move.drawing }, scale, move.window), isMoved: true };
    }
    case 'shown': {
      const { drawing, window } = move;
      const whole = fitScale(drawing, window);
      // However small the window, one of the places is seen whole.
      const one = Math.max(...move.places.map((place) => fitScale(place, window)));
      const scale =
        whole < WHOLE_SCALE_MIN ? Math.min(READABLE_SCALE, one) : Math.min(FIT_SCALE_MAX, whole);
      const { x, y } = centred(areaInSight(move.places, roomAt(scale, window)), scale, window);
      return {
        scale,
        x: bounded(x, drawing.width * scale, window.width),
        y: bounded(y, drawing.height * scale, window.height),
        isMoved: false,
      };
    }
    case 'followed': {
      const area = areaInSight(move.places, roomAt(view.scale, move.window));
      return isInside(view, area, move.window)
        ? view
        : { ...view, ...centred(area, view.scale, move.window) };
    }
  }
};

/** What part of a drawing is seen, and how to change that. */
export const useView = () =>
  useReducer(afterMove, { x: 0, y: 0, scale: READABLE_SCALE, isMoved: false });

export type Mover = (move: Move) => void;
