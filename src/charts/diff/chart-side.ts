import type { AnyStateMachine } from 'xstate';
import type { ChartDescription } from '../model/describe-chart.ts';
import type { ChartForms } from './forms.ts';

/** A chart as it is in one of the compared versions. */
export interface ChartSide {
  /** Path of its file from the top folder. */
  file: string;
  description: ChartDescription;
  machine: AnyStateMachine;
  forms: ChartForms;
  /** The types of the actor logic that it declares, by name. */
  actorTypes: Record<string, string>;
}
