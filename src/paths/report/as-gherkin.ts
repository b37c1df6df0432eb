import type { AnyStateMachine, StateValue } from 'xstate';
import { stateNodesOf } from '#charts/model/chart-edges.ts';
import type { EdgePath } from '../edge-paths.ts';
import { valueText } from '../serialize-context.ts';
import { inShort } from './in-short.ts';

/** `code.requested` and `isSignedIn` as words: `code requested`, `is signed in`. */
const words = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]+/g, ' ')
    .toLowerCase()
    .trim();

const payloadText = (payload: object): string => {
  const said = Object.entries(payload)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${words(key)} ${inShort(value)}`);
  return said.length > 0 ? ` with ${said.join(' and ')}` : '';
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const eventSentence = ({ type, ...payload }: { type: string }): string => {
  const [, kind, name = ''] =
    /^xstate\.(done\.actor|error\.actor|snapshot|after)\.(.*)$/.exec(type) ?? [];
  if (kind === 'error.actor') return `${words(name)} breaks`;
  if (kind === 'after') return `the delay ${words(name.split('.')[0] ?? '')} is over`;
  if (kind === 'snapshot') return `${words(name)} shows a change${payloadText(payload)}`;
  if (kind === undefined) return `${words(type)}${payloadText(payload)}`;
  const output = 'output' in payload ? payload.output : undefined;
  return `${words(name)} answers${isObject(output) ? payloadText(output) : ''}`;
};

/** Ids of the active states. */
const idsIn = (machine: AnyStateMachine, value: StateValue): Set<string> => {
  const below = (id: string, inner: StateValue | undefined): string[] => {
    if (inner === undefined) return [];
    if (typeof inner === 'string') return [`${id}.${inner}`];
    return Object.entries(inner).flatMap(([key, deeper]) => [
      `${id}.${key}`,
      ...below(`${id}.${key}`, deeper),
    ]);
  };
  return new Set(below(machine.id, value));
};

/** The paths of a chart as a Gherkin feature; sentences are derived from names and descriptions. */
export const pathsAsGherkin = (machine: AnyStateMachine, paths: EdgePath[]): string => {
  const descriptions = new Map(
    stateNodesOf(machine).map(({ id, path, description }) => [
      [machine.id, ...path].join('.'),
      id === machine.id ? undefined : description?.replaceAll(/\s+/g, ' '),
    ]),
  );
  const entered = (before: Set<string>, after: Set<string>): string[] =>
    [...after].flatMap((id) => {
      const description = before.has(id) ? undefined : descriptions.get(id);
      return description ? [`    And it is so: ${description}`] : [];
    });

  const scenario = ({ input, start, steps }: EdgePath, index: number): string[] => {
    const end = steps.at(-1)?.value ?? start;
    let before = idsIn(machine, start);
    return [
      '',
      `  Scenario: ${index + 1}. ${words(machine.id)} comes to ${valueText(end)}`,
      `    Given ${words(machine.id)} begins${isObject(input) ? payloadText(input) : ''}`,
      `    And it is at ${valueText(start)}`,
      ...steps.flatMap(({ event, value }) => {
        const after = idsIn(machine, value);
        const news = entered(before, after);
        before = after;
        return [
          `    When ${eventSentence(event)}`,
          `    Then it is at ${valueText(value)}`,
          ...news,
        ];
      }),
    ];
  };
  const about = machine.root.description?.replaceAll(/\s+/g, ' ');
  return [
    `Feature: ${words(machine.id)}`,
    ...(about ? [`  ${about}`] : []),
    ...paths.flatMap(scenario),
  ].join('\n');
};
