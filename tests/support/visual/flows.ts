import type { AnyStateMachine } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { allOptions } from '#paths/options/all-options.ts';
import type { EdgePathOptions } from '#paths/path-options.ts';

/** A chart on one of its pages. */
export interface Flow {
  /** The folder of its pictures. */
  name: string;
  machine: AnyStateMachine;
  options: EdgePathOptions;
}

const ofCharts: Flow[] = charts
  // The states of the payment script show nothing but notices.
  .filter(({ name }) => name !== 'checkout-script')
  .map(({ name, machine }) => ({ name, machine, options: allOptions[name] ?? { events: [] } }));

/** Every flow whose states have approved pictures. */
export const flows: Flow[] = [
  ...ofCharts,
  // The chart's own paths use the dialog of the campaign page.
  ...ofCharts
    .filter(({ name }) => name === 'demo-request')
    .map(({ options, ...flow }) => ({
      ...flow,
      name: 'demo-request-page',
      options: { ...options, inputs: [{ form: 'page', email: '' }] },
    })),
];
