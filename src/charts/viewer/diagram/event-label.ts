const INTERNAL_EVENTS: [RegExp, (match: RegExpExecArray) => string][] = [
  [/^xstate\.done\.actor\.(.*)$/, ([, actor]) => `${actor} done`],
  [/^xstate\.error\.actor\.(.*)$/, ([, actor]) => `${actor} failed`],
  [/^xstate\.snapshot\.(.*)$/, ([, actor]) => `${actor} changed`],
  [/^xstate\.done\.state\.(?:.*\.)?([^.]+)$/, ([, state]) => `${state} done`],
  [/^xstate\.after\.(\d+)\./, ([, ms]) => `after ${Number(ms).toLocaleString('en')} ms`],
  [/^xstate\.after\.([^.]+)\./, ([, delay]) => `after ${delay}`],
  [/^xstate\.route\.(.*)$/, ([, state]) => `to ${state}`],
  [/^xstate\.promise\.resolve$/, () => 'resolved'],
  [/^xstate\.promise\.reject$/, () => 'rejected'],
  [/^xstate\.init$/, () => 'started'],
  [/^xstate\.stop$/, () => 'stopped'],
  [/^\*$/, () => 'any event'],
  [/^$/, () => 'always'],
];

/** A readable name for an event type: `logIn done` for `xstate.done.actor.logIn`. */
export const eventLabel = (type: string): string => {
  for (const [pattern, label] of INTERNAL_EVENTS) {
    const match = pattern.exec(type);
    if (match) return label(match);
  }
  return type;
};
