import type { StateValue } from 'xstate';
import { type EdgePath, edgePaths } from '#paths/edge-paths.ts';
import { valueText } from '#paths/state-names.ts';
import type { Flow } from './flows.ts';

/** A path as far as it leads to states that no earlier path has. */
interface StateWalk {
  path: EdgePath;
  /** The new states, as names of pictures. */
  states: Set<string>;
}

/** A state value as a part of a file name: `open.consent.given+mode.code.verifyingEmail`. */
export const stateName = (value: StateValue): string =>
  valueText(value).replaceAll(', ', '+').replaceAll(/[{}]/g, '');

/**
 * The starts of a chart's edge cover that lead to each of its states but the final ones: those show
 * the next chart or another page.
 */
export const stateWalks = ({ machine, options }: Flow): StateWalk[] => {
  const final = Object.values(machine.root.states).filter(({ type }) => type === 'final');
  const known = new Set(final.map(({ key }) => key));
  return edgePaths(machine, options).flatMap((path) => {
    const names = [path.start, ...path.steps.map(({ value }) => value)].map(stateName);
    const states = new Set(names.filter((state) => !known.has(state)));
    if (states.size === 0) return [];
    for (const state of states) known.add(state);
    const last = Math.max(...[...states].map((state) => names.indexOf(state)));
    return [{ path: { ...path, steps: path.steps.slice(0, last) }, states }];
  });
};
