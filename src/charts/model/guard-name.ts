/** A guard in XState's machine definition: a name, a name with params, or a function. */
interface GuardFunction {
  name: string;
  /** Operands of `and`, `or` and `not`. */
  guards?: unknown[];
  /** The state value of `stateIn`. */
  stateValue?: unknown;
}

/** Static params as text, as in `isResumedAt(about)`. */
export const staticParams = (named: object): string => {
  if (!('params' in named) || typeof named.params === 'function') return '';
  const { params } = named;
  return `(${typeof params === 'string' ? params : JSON.stringify(params)})`;
};

/** A guard as text: `isReady`, `isResumedAt(about)`, `and(isReady, not(isLate))`, `stateIn(open.ready)`. */
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

/** Names of the guards in an expression, without params; inline functions have none. */
export const guardNamesIn = (guard: unknown): string[] => {
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'object' && guard !== null)
    return 'type' in guard ? [String(guard.type)] : [];
  return typeof guard === 'function'
    ? ((guard as GuardFunction).guards ?? []).flatMap(guardNamesIn)
    : [];
};
