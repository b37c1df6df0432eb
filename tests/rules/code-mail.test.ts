import {
  differs,
  firstFault,
  followModel,
  type Rule,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import { checkEveryEvent, probe } from '#tests/support/rules/pure-step.ts';
import type { signUpContent } from '#web/content/sign-up.ts';

/** What the page says of the mail; the view shows the line of that name. */
type Line = 'entering' | keyof (typeof signUpContent)['code']['mail'];

const states: Record<Line, unknown> = {
  entering: 'unknown',
  trying: { waiting: 'trying' },
  postponed: { waiting: 'postponed' },
  sent: 'sent',
  refused: 'refused',
  bounced: 'bounced',
  undelivered: 'undelivered',
};

const take = (line: Line, { event: { type } }: Step): Line => {
  if (type === 'xstate.error.actor.watchMail') return 'entering';
  const [, news] = /^mail\.(.*)$/.exec(type) ?? [];
  if (news === undefined) return line;
  if (news === 'unknown' || news === 'expired') {
    if (!['trying', 'postponed'].includes(line)) return line;
    // A login in another tab ends the right to be told, and says nothing of the mail.
    return news === 'expired' ? 'undelivered' : 'entering';
  }
  return news as Line;
};

const { modelOf: lineOf } = followModel<Line>(() => 'entering', take);

const lineRule =
  (rule: (line: Line, step: Step, history: readonly Step[]) => string | undefined): Rule =>
  (step, history) =>
    rule(lineOf(history), step, history);

/** What the server may say at any time, and the end of the watch. */
const NEWS = [
  ...['trying', 'postponed', 'sent', 'refused', 'bounced', 'unknown', 'expired'].map(
    (news) => `mail.${news}`,
  ),
  'xstate.error.actor.watchMail',
].map((type) => ({ type, retryAfterS: 15 }));

const LOST: Line[] = ['refused', 'bounced', 'undelivered'];

checkEveryEvent('code-mail', {
  'the page says what the server said last': lineRule((line, { after }) =>
    differs('line', states[line], after.value),
  ),
  'the page follows whatever the server says next': lineRule((line, { after }) =>
    firstFault(
      ...NEWS.map((news) => {
        const next = probe(after, news);
        return differs(news.type, states[take(line, next)], next.after.value);
      }),
    ),
  ),
  'a mail that does not come is told as a fault, with a person to talk to': lineRule(
    (line, { after }) => differs('lost', LOST.includes(line), after.hasTag('lost')),
  ),
  'the time until the next try is the one that the server named': lineRule(
    (line, { event, after }) =>
      line === 'postponed' && event.type === 'mail.postponed'
        ? differs('retryAfterS', event['retryAfterS'], after.context.retryAfterS)
        : undefined,
  ),
  'the mail of the address is watched once, from the start': ({ event, started, after }) =>
    differs(
      'requests',
      event.type === 'xstate.init'
        ? [{ id: 'watchMail', input: { email: after.context.email } }]
        : [],
      started,
    ),
  'nothing is told elsewhere or done': ({ notices, actions, after }) =>
    firstFault(
      differs('effects', [[], []], [notices, actions]),
      differs('status', 'active', after.status),
    ),
});
