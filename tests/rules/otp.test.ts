import type { AnyEventObject } from 'xstate';
import { isCode } from '#contract/code.ts';
import { canonicalEmail } from '#contract/email.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import {
  differs,
  firstFault,
  followModel,
  offers,
  type Rule,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import {
  checkEveryEvent,
  delaysOf,
  effectsOf,
  probe,
  remembered,
} from '#tests/support/rules/pure-step.ts';

/** What must be true of a code after the steps of a path. */
interface Model {
  email: string;
  isAutoSubmit: boolean;
  /** The request for a code that runs, the pause after it, or what may be pressed next. */
  delivery: 'sending' | 'waiting' | 'ready' | 'unsent';
  /** Whether some request was answered with a pause, or the page was reloaded: the fields are there. */
  hasBoxes: boolean;
  isSent: boolean;
  resendAt: number;
  code: string;
  isVerifying: boolean;
  line: 'none' | 'incomplete' | 'invalid' | 'rateLimited';
  retryAfterS: number;
  end?: { code: string; verified?: unknown };
}

const start = ({ input }: AnyEventObject): Model => ({
  email: input.email,
  isAutoSubmit: input.isAutoSubmit,
  // After a reload no code is sent, and the rest of the pause is waited for.
  delivery: input.resendAt === undefined ? 'sending' : 'waiting',
  hasBoxes: input.resendAt !== undefined,
  isSent: input.resendAt !== undefined,
  resendAt: input.resendAt ?? 0,
  code: '',
  isVerifying: false,
  line: 'none',
  retryAfterS: 0,
});

/** The answer of a code request. A code that was typed meanwhile is verified now, if nobody has to press Verify. */
const afterSending = (model: Model, changes: Partial<Model>): Model => ({
  ...model,
  isVerifying: model.isAutoSubmit && isCode(model.code),
  line: model.isAutoSubmit && isCode(model.code) ? 'none' : model.line,
  ...changes,
});

const take = (model: Model, { event }: Step): Model => {
  const { type, output } = event;
  const { delivery, isAutoSubmit, isVerifying, hasBoxes } = model;
  const isSending = delivery === 'sending';
  switch (type) {
    case 'code.changed':
      return isVerifying
        ? model
        : {
            ...model,
            code: event['code'],
            line: 'none',
            isVerifying: isAutoSubmit && isCode(event['code']) && !isSending,
          };
    case 'code.submitted':
      if (isVerifying || (isCode(model.code) && isSending)) return model;
      return isCode(model.code)
        ? { ...model, isVerifying: true, line: 'none' }
        : { ...model, line: 'incomplete' };
    case 'code.requested':
    case 'resend.requested':
      // A new code replaces the old one, so that digits and errors of the old one mean nothing any more.
      return { ...model, delivery: 'sending', code: '', line: 'none' };
    case 'xstate.after.resendPause.otp.open.delivery.waiting':
      return { ...model, delivery: 'ready' };
    case 'xstate.done.actor.sendCode':
      if (output.isRefused) return { ...model, end: { code: model.code } };
      return afterSending(model, {
        delivery: 'waiting',
        hasBoxes: true,
        isSent: model.isSent || output.ok,
        resendAt: output.resendAt,
      });
    case 'xstate.error.actor.sendCode':
      return afterSending(model, { delivery: hasBoxes ? 'ready' : 'unsent' });
    case 'xstate.done.actor.verifyCode': {
      const { code } = model;
      const answered = { ...model, isVerifying: false };
      if (output.ok) return { ...answered, end: { code, verified: output } };
      return output.isRateLimited
        ? { ...answered, line: 'rateLimited', retryAfterS: output.retryAfterS }
        : { ...answered, line: 'invalid', code: '' };
    }
    case 'xstate.error.actor.verifyCode':
      return { ...model, isVerifying: false, line: 'none' };
    default:
      return model;
  }
};

const { modelOf, modelBefore } = followModel(({ event }) => start(event), take);

/** A rule about a running chart. */
const whileOpen =
  (rule: (model: Model, step: Step, earlier?: Model) => string | undefined): Rule =>
  (step, history) => {
    const model = modelOf(history);
    return model.end ? undefined : rule(model, step, modelBefore(history));
  };

const isSending = ({ delivery }: Model): boolean => delivery === 'sending';

const isOffered = (model: Model, { type }: AnyEventObject): boolean => {
  const { delivery, isVerifying, code } = model;
  if (type === 'code.changed') return !isVerifying;
  // Six digits wait for the end of a request for a code, because that one replaces the old code.
  if (type === 'code.submitted') return !isVerifying && !(isCode(code) && isSending(model));
  return type === 'resend.requested' ? delivery === 'ready' && !isVerifying : delivery === 'unsent';
};

const noticesOf = ({ event: { type, output } }: Step): string[] => {
  // Within the pause nothing is sent, and the code in the mailbox is valid: nothing failed.
  if (type === 'xstate.done.actor.sendCode' && output.isPaused) return [];
  if (type === 'xstate.done.actor.sendCode') return [output.ok ? 'codeSent' : output.notice];
  if (type === 'xstate.error.actor.sendCode') return ['codeNotSent'];
  return type === 'xstate.error.actor.verifyCode' ? ['unexpected'] : [];
};

/** A code was sent. */
const ANSWER = {
  type: 'xstate.done.actor.sendCode',
  output: { ok: true, resendAt: START_TIME_MS + 1 },
};

/** Texts that the server refuses as a code. */
const NO_CODES = ['', '01234', '0123456', '01234a', '01234 ', '０１２３４５', '-12345', '1.2345'];

checkEveryEvent(
  'otp',
  {
    'the code fields are there from the first answer on, or after a reload': whileOpen(
      ({ hasBoxes }, { after }) => differs('code fields', hasBoxes, after.hasTag('codeEntry')),
    ),
    'a code is under way, the pause runs, or another one can be asked for': whileOpen(
      ({ delivery }, { after }) =>
        firstFault(
          ...(['sending', 'waiting', 'ready'] as const).map((state) =>
            differs(state, delivery === state, after.matches({ open: { delivery: state } })),
          ),
        ),
    ),
    'six digits are verified once: at the last digit or at Verify, never while a code is requested':
      whileOpen(({ isVerifying }, { after }) =>
        differs('verifying', isVerifying, after.matches({ open: { entry: 'verifying' } })),
      ),
    'Invalid OTP is said for too few digits and for a wrong code, until the digits change or a code is requested':
      whileOpen(({ line }, { after }) =>
        differs('error', line === 'incomplete' || line === 'invalid', after.hasTag('error')),
      ),
    // The funnel counts where people stop.
    'too few digits and a wrong code are counted apart': whileOpen(({ line }, { after }) =>
      firstFault(
        ...[
          ['incomplete', 'incomplete'],
          ['invalid', 'rejected'],
        ].map(([what, state]) =>
          differs(
            `${what}`,
            line === what,
            after.matches({ open: { entry: { entering: state as 'rejected' } } }),
          ),
        ),
      ),
    ),
    'too many attempts are told with the time to wait, until something is done about it': whileOpen(
      ({ line, retryAfterS }, { after }) => {
        const isTold = after.matches({ open: { entry: { entering: 'rateLimited' } } });
        const wait = isTold ? after.context.retryAfterS : retryAfterS;
        return differs('wait', [line === 'rateLimited', retryAfterS], [isTold, wait]);
      },
    ),
    'digits stay until they are wrong or another code is requested': whileOpen(
      ({ code }, { after }) => differs('code', code, after.context.code),
    ),
    'a code that was sent stays said, a failed resend does not take it back': whileOpen(
      ({ isSent }, { after }) => differs('isSent', isSent, after.context.isSent),
    ),
    'the page knows when another code may be requested, as the server named it': whileOpen(
      ({ resendAt }, { after }) => differs('resendAt', resendAt, after.context.resendAt),
    ),
    'only a reload leaves the focus where it is': ({ after }, [first]) =>
      differs('isResumed', first?.event['input'].resendAt !== undefined, after.context.isResumed),
    'Verify stays automatic where the form has no button for it': ({ after }, [first]) =>
      differs('isAutoSubmit', first?.event['input'].isAutoSubmit, after.context.isAutoSubmit),
    'the page is busy exactly while a code is requested or verified': (step, history) => {
      const model = modelOf(history);
      const isBusy = !model.end && (isSending(model) || model.isVerifying);
      return differs('busy', isBusy, step.after.hasTag('busy'));
    },
    'what is offered is accepted, and nothing else is': (step, history) => {
      const model = modelOf(history);
      const events = ['code.submitted', 'code.requested', 'resend.requested'].map((type) => ({
        type,
      }));
      const digits = ['', '12', '012345'].map((code) => ({ type: 'code.changed', code }));
      // Without fields nobody types.
      const isJudged = model.hasBoxes || model.end;
      return offers(step.after, isJudged ? [...events, ...digits] : events.slice(1), (event) =>
        isOffered(model, event),
      );
    },
    'each request has the canonical address, a verification the six digits, and runs once': (
      step,
      history,
    ) => {
      const model = modelOf(history);
      const earlier = modelBefore(history);
      const email = canonicalEmail(model.email);
      const wanted = model.end
        ? []
        : [
            ...(isSending(model) && !(earlier && isSending(earlier))
              ? [{ id: 'sendCode', input: { email } }]
              : []),
            ...(model.isVerifying && !earlier?.isVerifying
              ? [{ id: 'verifyCode', input: { email, code: model.code } }]
              : []),
          ];
      return differs('requests', wanted, step.started);
    },
    'nothing but six digits is ever sent as a code': whileOpen(
      remembered((model, { after }) => {
        if (model.isVerifying) return undefined;
        return firstFault(
          ...NO_CODES.map((code) => {
            const typed = probe(after, { type: 'code.changed', code });
            const submitted = probe(typed.after, { type: 'code.submitted' });
            const steps = isSending(model)
              ? [typed, submitted, ...[typed, submitted].map((step) => probe(step.after, ANSWER))]
              : [typed, submitted];
            return firstFault(
              differs(
                code,
                [],
                steps.flatMap(({ started }) => started),
              ),
              differs(`${code} is told`, true, submitted.after.hasTag('error')),
            );
          }),
        );
      }),
    ),
    'each answer is told once and in its own words, and nothing else is told': (step) =>
      differs('notices', noticesOf(step), step.notices),
    // A reload with a saved pause says that a code was sent.
    'the pause is saved when a code was sent, as the server named it': (step, history) => {
      const { type, output } = step.event;
      const isNamed = type === 'xstate.done.actor.sendCode' && !output.isRefused;
      const saved = effectsOf(step).filter(({ name }) => name === 'savePause');
      return differs(
        'saved',
        isNamed && modelOf(history).isSent ? [output.resendAt] : [],
        saved.map(({ context }) => context['resendAt']),
      );
    },
    'the form is told of each code that a server named a pause for, to follow its mail': (
      step,
      history,
    ) => {
      const { type, output } = step.event;
      const isNamed = type === 'xstate.done.actor.sendCode' && !output.isRefused;
      const told = step.actions.filter(({ name }) => name === 'tellSent');
      return differs('told', isNamed && modelOf(history).isSent ? 1 : 0, told.length);
    },
    'nothing else is done': ({ actions }) =>
      differs(
        'actions',
        [],
        actions.filter(({ name }) => !['savePause', 'tellSent'].includes(name)),
      ),
    'the pause is as long as the server named, or what a reload has left of it': whileOpen(
      ({ delivery, resendAt }, step, earlier) => {
        const isPaused = delivery === 'waiting' && earlier?.delivery !== 'waiting';
        return differs(
          'delays',
          isPaused ? [Math.max(0, resendAt - START_TIME_MS)] : [],
          delaysOf(step),
        );
      },
    ),
    'a right code ends with the code and what it opened, a refused address with nothing': (
      { after },
      history,
    ) => {
      const { end } = modelOf(history);
      return firstFault(
        differs('status', end ? 'done' : 'active', after.status),
        differs('output', end, after.output),
      );
    },
  },
  [{ email: ' Asha@Acme.example ', isAutoSubmit: false, resendAt: START_TIME_MS - 1 }],
);
