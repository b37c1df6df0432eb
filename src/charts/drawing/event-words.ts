const NAMED: [RegExp, (match: RegExpExecArray) => string][] = [
  [/^xstate\.done\.actor\.(.*)$/, ([, actor]) => `${actor} done`],
  [/^xstate\.error\.actor\.(.*)$/, ([, actor]) => `${actor} failed`],
  [/^xstate\.snapshot\.(.*)$/, ([, actor]) => `${actor} moved on`],
  [/^xstate\.done\.state\.(?:.*\.)?([^.]+)$/, ([, state]) => `${state} done`],
  [/^xstate\.after\.(\d+)\./, ([, ms]) => `after ${Number(ms).toLocaleString('en')} ms`],
  [/^xstate\.after\.([^.]+)\./, ([, delay]) => `after ${delay}`],
  [/^xstate\.route\.(.*)$/, ([, state]) => `to ${state}`],
  [/^xstate\.promise\.resolve$/, () => 'resolved'],
  [/^xstate\.promise\.reject$/, () => 'rejected'],
  [/^xstate\.init$/, () => 'started'],
  [/^xstate\.stop$/, () => 'stopped'],
  [/^\*$/, () => 'any event'],
  [/^$/, () => 'at once'],
];

/** An event's type as people read it: `xstate.done.actor.logIn` is `logIn done`. */
export const eventWords = (type: string): string => {
  for (const [pattern, say] of NAMED) {
    const match = pattern.exec(type);
    if (match) return say(match);
  }
  return type;
};
