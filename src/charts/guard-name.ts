/** A guard as XState keeps it: a name, a name with parameters, or a function. */
interface GuardFunction {
  name: string;
  /** What `and`, `or` and `not` are made of. */
  guards?: unknown[];
  /** What `stateIn` asks for. */
  stateValue?: unknown;
}

/** Parameters that are known before the chart runs, as in `wasAt(about)`. */
export const staticParams = (named: object): string => {
  if (!('params' in named) || typeof named.params === 'function') return '';
  const { params } = named;
  return `(${typeof params === 'string' ? params : JSON.stringify(params)})`;
};

/** How a guard reads: `isReady`, `wasAt(about)`, `and(isReady, not(isLate))`, `stateIn(open.ready)`. */
export const guardName = (guard: unknown): string => {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null)
    return 'type' in guard ? `${guard.type}${staticParams(guard)}` : '';
  const { name, guards, stateValue } = guard as GuardFunction;
  if (guards) return `${name}(${guards.map(guardName).join(', ')})`;
  if (stateValue !== undefined)
    return `stateIn(${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)})`;
  return name === '' || name === 'guard' ? 'a condition' : name;
};

/** The names that a guard is made of, parameters left out; inline functions have none. */
export const guardNamesIn = (guard: unknown): string[] => {
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'object' && guard !== null)
    return 'type' in guard ? [String(guard.type)] : [];
  return typeof guard === 'function'
    ? ((guard as GuardFunction).guards ?? []).flatMap(guardNamesIn)
    : [];
};
