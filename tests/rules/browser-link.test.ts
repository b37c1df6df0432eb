import type { AnyEventObject } from 'xstate';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import {
  differs,
  firstFault,
  followModel,
  offers,
  type Rule,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import { checkEveryEvent, probe } from '#tests/support/rules/pure-step.ts';
import type { browserLinkContent } from '#web/content/browser-link.ts';

/** What the page says; the view shows the line of that name. */
type Line = Exclude<keyof typeof browserLinkContent, 'send' | 'again'>;

const take = (line: Line, { event: { type, output, ...event } }: Step): Line => {
  switch (type) {
    case 'link.requested':
      return isEmail(event['email']) ? 'sending' : 'missing';
    case 'recognition.repeated':
      return 'recognizing';
    case 'xstate.done.actor.sendLink':
      return output.ok ? 'sent' : 'used';
    case 'xstate.error.actor.sendLink':
      return 'failed';
    case 'xstate.done.actor.knowBrowser':
      return output.ok ? 'recognized' : 'expired';
    case 'xstate.error.actor.knowBrowser':
      return 'unreached';
    default:
      return line;
  }
};

/** Whether a link was opened; one without a token says nothing. */
const hasToken = (first: Step | undefined): boolean =>
  !['', undefined].includes(first?.event['input'].token);

const { modelOf: lineOf } = followModel<Line>(
  (first) => (hasToken(first) ? 'recognizing' : 'neutral'),
  take,
);

const states: Record<Line, unknown> = {
  neutral: { offering: 'neutral' },
  missing: { offering: 'missing' },
  sent: { offering: 'sent' },
  used: { offering: 'used' },
  failed: { offering: 'failed' },
  expired: { offering: 'expired' },
  sending: 'sending',
  recognizing: 'recognizing',
  unreached: 'unreached',
  recognized: 'recognized',
};

const lineRule =
  (rule: (line: Line, step: Step) => string | undefined): Rule =>
  (step, history) =>
    rule(lineOf(history), step);

const BUSY: Line[] = ['sending', 'recognizing'];
const ERRORS: Line[] = ['missing', 'failed', 'expired', 'unreached'];
const addresses = ['', ' ', 'asha', 'asha@acme', 'asha@acme.example', ' Asha@Acme.example '];
const requests = addresses.map((email): AnyEventObject => ({ type: 'link.requested', email }));

checkEveryEvent(
  'browser-link',
  {
    'the page says what has become of the link': lineRule((line, { after }) =>
      differs('line', states[line], after.value),
    ),
    'what failed or is missing is marked as an error': lineRule((line, { after }) =>
      differs('error', ERRORS.includes(line), after.hasTag('error')),
    ),
    'the page is busy exactly while a link is sent or checked': lineRule((line, { after }) =>
      differs('busy', BUSY.includes(line), after.hasTag('busy')),
    ),
    'a link can be asked for whenever none is under way and the browser is not known yet': lineRule(
      (line, { after }) =>
        offers(after, requests, () => ![...BUSY, 'recognized', 'unreached'].includes(line)),
    ),
    'only a link that could not be checked is checked again': lineRule((line, { after }) =>
      offers(after, [{ type: 'recognition.repeated' }], () => line === 'unreached'),
    ),
    'a link goes to the canonical address, and its token is checked as it came': (
      { event, started },
      [first, ...steps],
    ) => {
      const token = first?.event['input'].token;
      const isCheck =
        event.type === 'recognition.repeated' || (steps.length === 0 && hasToken(first));
      const isSent = event.type === 'link.requested' && isEmail(event['email']);
      return differs(
        'requests',
        [
          ...(isCheck ? [{ id: 'knowBrowser', input: { token } }] : []),
          ...(isSent ? [{ id: 'sendLink', input: { email: canonicalEmail(event['email']) } }] : []),
        ],
        started,
      );
    },
    'a link is sent to each address in its canonical form, and to no other text': ({ after }) =>
      firstFault(
        ...requests.map((request) => {
          if (!after.can(request)) return undefined;
          const { started, after: next } = probe(after, request);
          const email = request['email'];
          const isValid = isEmail(email);
          const link = { id: 'sendLink', input: { email: canonicalEmail(email) } };
          return firstFault(
            differs('requests', isValid ? [link] : [], started),
            isValid ? undefined : differs('line', { offering: 'missing' }, next.value),
          );
        }),
      ),
    // The page has it in memory, so that the check can be repeated.
    'the token leaves the address of the page as soon as it is used': (step) => {
      const isUsed = step.event.type === 'xstate.init' && hasToken(step);
      return differs(
        'actions',
        isUsed ? ['removeToken'] : [],
        step.actions.map(({ name }) => name),
      );
    },
    'nothing is told elsewhere, and the flow ends when the browser is known': lineRule(
      (line, { after, notices }) =>
        differs('end', [line === 'recognized' ? 'done' : 'active', []], [after.status, notices]),
    ),
  },
  [{ token: '' }],
);
