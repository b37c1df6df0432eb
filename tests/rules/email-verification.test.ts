import type { AnyEventObject } from 'xstate';
import { isSameEmail, isWorkEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import {
  differs,
  firstFault,
  followModel,
  isRunning,
  offers,
  type Rule,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import {
  checkEveryEvent,
  delaysOf,
  effectsOf,
  probe,
  probeStart,
  remembered,
} from '#tests/support/rules/pure-step.ts';

/** What must be true of the form after the steps of a path. */
interface Model {
  email: string;
  address: 'typed' | 'verifying' | 'verified';
  /** Said at the field, besides that an address is not a work address. */
  error: 'none' | 'missing' | 'registered';
  /** When another code may be requested, as long as the address is that of the code. */
  resendAt: number | undefined;
  ticketEndsAt: number | undefined;
  /** The right digits, shown in green. */
  code: string | undefined;
  hasTerms: boolean;
  isEnded: boolean;
}

const NOTHING = { resendAt: undefined, ticketEndsAt: undefined, code: undefined };

const start = ({ input }: AnyEventObject): Model => ({
  email: input.email,
  address: input.ticketEndsAt ? 'verified' : input.resendAt ? 'verifying' : 'typed',
  error: 'none',
  resendAt: input.resendAt,
  ticketEndsAt: input.ticketEndsAt,
  code: undefined,
  hasTerms: input.hasAcceptedTerms,
  isEnded: false,
});

const take = (model: Model, { event }: Step): Model => {
  const { type, output } = event;
  const typed: Model = { ...model, ...NOTHING, address: 'typed', error: 'none' };
  switch (type) {
    case 'email.changed': {
      const email = event['email'];
      // A verification belongs to its address, in whatever spelling.
      if (model.address === 'typed') return { ...model, email, error: 'none' };
      return isSameEmail(email, model.email) ? { ...model, email } : { ...typed, email };
    }
    case 'code.requested':
      return isFilled(model.email)
        ? { ...model, address: 'verifying', error: 'none' }
        : { ...model, error: 'missing' };
    case 'xstate.done.actor.otp': {
      const { code, verified } = output;
      const { ticketEndsAt } = verified ?? {};
      return verified
        ? { ...model, ...NOTHING, address: 'verified', code, ticketEndsAt }
        : { ...typed, email: '', error: 'registered' };
    }
    case 'xstate.error.actor.otp':
      return typed;
    case 'xstate.after.ticketLife.emailVerification.open.address.verified':
      return typed;
    case 'terms.accepted':
    case 'terms.declined':
      return { ...model, hasTerms: type === 'terms.accepted' };
    case 'trial.started':
      return { ...model, isEnded: true };
    default:
      return model;
  }
};

const { modelOf, modelBefore } = followModel(({ event }) => start(event), take);

/** A rule about the form as long as it is there. */
const whileOpen =
  (rule: (model: Model, step: Step, earlier?: Model) => string | undefined): Rule =>
  (step, history) => {
    const model = modelOf(history);
    return model.isEnded ? undefined : rule(model, step, modelBefore(history));
  };

const editing = (line: string) => ({ open: { address: { editing: line } } });
const typed = (email: string): AnyEventObject => ({ type: 'email.changed', email });
const request = { type: 'code.requested' };

/** Addresses and other texts; the form says at once which of them get no code. */
const TEXTS = [
  '',
  ' ',
  'asha',
  'asha@acme',
  'asha@mail.yahoo.com',
  'Asha@GMAIL.com',
  'asha@acme.example',
];

/** The right code was entered; the domain of the address may be that of a company with an account. */
const verified = (existingCompany: string | undefined): AnyEventObject => ({
  type: 'xstate.done.actor.otp',
  output: {
    code: '012345',
    verified: { ok: true, ticketEndsAt: START_TIME_MS + 1, existingCompany },
  },
});

/** Whether a step changes the address or its ticket. */
const isChange = ({ event: { type } }: Step): boolean =>
  type === 'email.changed' || /^xstate\.(?:done|after)/.test(type);

checkEveryEvent(
  'email-verification',
  {
    'the address stays as it was typed, until the server says that it is registered': (
      { after },
      history,
    ) => differs('email', modelOf(history).email, after.context.email),
    'an address is typed, its code is entered, or it is verified': whileOpen(
      ({ address }, { after }) =>
        firstFault(
          differs('fields', address === 'verifying', isRunning(after, 'otp')),
          differs(
            'verified',
            address === 'verified',
            after.matches({ open: { address: 'verified' } }),
          ),
        ),
    ),
    'an address that is no work address is marked while it is there': whileOpen(
      ({ address, email, error }, { after }) => {
        const isInvalid = address === 'typed' && isFilled(email) && !isWorkEmail(email);
        return differs('invalid', isInvalid && error === 'none', after.matches(editing('invalid')));
      },
    ),
    'a missing address is told at the field until something is typed': whileOpen(
      ({ error }, { after }) =>
        differs('missing', error === 'missing', after.matches(editing('missing'))),
    ),
    'a registered address is told at the field until something is typed': whileOpen(
      ({ error }, { after }) =>
        differs('registered', error === 'registered', after.matches(editing('registered'))),
    ),
    'the registered address stays known, to log in with it': whileOpen(
      ({ error }, { after, before }) =>
        error === 'registered' && after.matches(editing('registered')) && before
          ? differs(
              'registered',
              before.context.email || before.context.registeredEmail,
              after.context.registeredEmail,
            )
          : undefined,
    ),
    'an error after a press or an answer leads to the field, one while typing does not': whileOpen(
      ({ error }, { after }) => differs('error', error !== 'none', after.hasTag('error')),
    ),
    'each text is judged at once, in every state of the form': whileOpen(
      remembered((_, { after }) =>
        firstFault(
          ...TEXTS.filter((text) => !isSameEmail(text, after.context.email)).map((text) => {
            const next = probe(after, typed(text)).after;
            const isOffered = isWorkEmail(text) || !isFilled(text);
            return firstFault(
              differs(`${text} is invalid`, !isOffered, next.matches(editing('invalid'))),
              differs(`${text} gets a code`, isOffered, next.can(request)),
              differs(`${text} is verified`, false, next.can({ type: 'trial.started' })),
            );
          }),
        ),
      ),
    ),
    'an address of a draft is judged as a typed one': ({ event, after }) =>
      event.type === 'xstate.init'
        ? firstFault(
            ...TEXTS.map((email) => {
              const opened = probeStart(after, { email, hasAcceptedTerms: false }).after;
              return differs(
                email,
                isFilled(email) && !isWorkEmail(email),
                opened.matches(editing('invalid')),
              );
            }),
          )
        : undefined,
    'Send OTP is active for a work address and for none at all, which is then told': whileOpen(
      ({ address, email }, { after }) =>
        offers(
          after,
          [request],
          () => address === 'typed' && (isWorkEmail(email) || !isFilled(email)),
        ),
    ),
    'the address can be changed at any time': whileOpen((_, { after }) =>
      offers(
        after,
        [typed(''), typed('ravi@acme.example'), typed(after.context.email)],
        () => true,
      ),
    ),
    'the terms can be accepted and declined at any time': whileOpen(({ hasTerms }, { after }) =>
      firstFault(
        differs('terms', hasTerms, after.matches({ open: { terms: 'accepted' } })),
        offers(after, [{ type: 'terms.accepted' }], () => !hasTerms),
        offers(after, [{ type: 'terms.declined' }], () => hasTerms),
      ),
    ),
    'a free trial needs a verified address and accepted terms': whileOpen(
      ({ address, hasTerms }, { after }) =>
        offers(after, [{ type: 'trial.started' }], () => address === 'verified' && hasTerms),
    ),
    'the sixth digit is verified at once; only a reload goes on with the pause': whileOpen(
      ({ address, email, resendAt }, { started }, earlier) => {
        const isBegun = address === 'verifying' && earlier?.address !== 'verifying';
        const wanted = isBegun
          ? [{ id: 'otp', input: { email, isAutoSubmit: true, resendAt } }]
          : [];
        return differs(
          'requests',
          wanted,
          started.filter(({ id }) => id !== 'mail'),
        );
      },
    ),
    'the mail of each code is followed, from the moment it was sent, until the code is entered':
      whileOpen(({ address, email, resendAt }, { event, after, started }, earlier) => {
        const isBegun = address === 'verifying' && earlier?.address !== 'verifying';
        const isSent = address === 'verifying' && event.type === 'code.sent';
        const isFollowed = isSent || (isBegun && resendAt !== undefined);
        return firstFault(
          differs(
            'begun',
            isFollowed ? [{ id: 'mail', input: { email } }] : [],
            started.filter(({ id }) => id === 'mail'),
          ),
          address === 'verifying'
            ? differs(
                'begun when a code is sent',
                [{ id: 'mail', input: { email } }],
                probe(after, { type: 'code.sent' }).started,
              )
            : undefined,
          address === 'verifying' && event.type !== 'xstate.error.actor.mail'
            ? undefined
            : differs('followed', false, isRunning(after, 'mail')),
        );
      }),
    'a code goes to a work address only': ({ started }) =>
      firstFault(
        ...started.map(({ input }) => {
          const { email } = input as { email: string };
          return isWorkEmail(email) ? undefined : `${email} gets a code`;
        }),
      ),
    'a verification lasts as long as its ticket, and voids with its address': whileOpen(
      ({ resendAt, ticketEndsAt, code }, { after: { context } }) =>
        differs(
          'verification',
          [resendAt, ticketEndsAt, code],
          [context.resendAt, context.ticketEndsAt, context.code],
        ),
    ),
    'a company that has an account is told with the verification, and not beside another address':
      whileOpen(({ address }, { after }) =>
        address === 'verifying'
          ? firstFault(
              ...[undefined, 'Acme'].map((name) => {
                const told = probe(after, verified(name)).after;
                const other = probe(told, typed('ravi@globex.example')).after;
                const agreed = probe(told, { type: 'terms.accepted' }).after;
                const begun = probe(agreed, { type: 'trial.started' }).after;
                return differs(
                  'company',
                  [name, undefined, name],
                  [
                    told.context.existingCompany,
                    other.context.existingCompany,
                    begun.output?.existingCompany,
                  ],
                );
              }),
            )
          : undefined,
      ),
    'the ticket ends when the server said': whileOpen(
      ({ address, ticketEndsAt = 0 }, step, earlier) =>
        differs(
          'delays',
          address === 'verified' && earlier?.address !== 'verified'
            ? [ticketEndsAt - START_TIME_MS]
            : [],
          delaysOf(step),
        ),
    ),
    'each failure is told once, and nothing else here': (step, history) => {
      const { type } = step.event;
      const isMissing = type === request.type && modelOf(history).error === 'missing';
      const notices = isMissing
        ? ['emailMissing']
        : type === 'xstate.error.actor.otp'
          ? ['unexpected']
          : type.startsWith('xstate.after')
            ? ['ticketEnded']
            : [];
      return differs('notices', notices, step.notices);
    },
    'the draft has the address and its ticket after each change of them': (step, history) => {
      const { email, ticketEndsAt } = modelOf(history);
      const saved = effectsOf(step).filter(({ name }) => name === 'saveDraft');
      const found = saved.map(({ context }) => [context['email'], context['ticketEndsAt']]);
      return differs('saved', isChange(step) ? [[email, ticketEndsAt]] : [], found);
    },
    'the draft has the terms after each change of them': ({ event: { type }, actions }) =>
      differs(
        'saved',
        type.startsWith('terms.') ? [type === 'terms.accepted'] : [],
        actions.filter(({ name }) => name === 'saveTerms').map(({ params }) => params),
      ),
    'the saved pause is cleared with the code, not before': ({ actions }, history) => {
      const isEnded =
        modelBefore(history)?.address === 'verifying' && modelOf(history).address !== 'verifying';
      const cleared = actions.filter(({ name }) => name === 'clearPause');
      return differs('cleared', isEnded ? 1 : 0, cleared.length);
    },
    'nothing else is done': ({ actions }) =>
      differs(
        'actions',
        [],
        actions.filter(({ name }) => !['saveDraft', 'saveTerms', 'clearPause'].includes(name)),
      ),
    'a started trial has the address, the ticket and the terms': ({ after }, history) => {
      const { isEnded, email, ticketEndsAt } = modelOf(history);
      const { output, status } = after;
      return firstFault(
        differs('status', isEnded ? 'done' : 'active', status),
        isEnded
          ? differs(
              'output',
              [email, ticketEndsAt, true, undefined],
              [output?.email, output?.ticketEndsAt, output?.hasAcceptedTerms, output?.resendAt],
            )
          : undefined,
      );
    },
  },
  [
    { email: 'asha@acme.example', hasAcceptedTerms: true },
    { email: 'asha@gmail.com', hasAcceptedTerms: true },
    {
      email: 'asha@acme.example',
      hasAcceptedTerms: false,
      resendAt: 1,
      ticketEndsAt: START_TIME_MS + 1,
    },
  ],
);
