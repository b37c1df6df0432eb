import { expect, test } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { canonicalEmail, isSameEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import {
  differs,
  firstFault,
  followModel,
  isRunning,
  offers,
  type Rule,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import { done, startChart } from '#tests/support/rules/probe.ts';
import {
  checkEveryEvent,
  effectsOf,
  probe,
  probeStart,
  remembered,
} from '#tests/support/rules/pure-step.ts';

type Mode = 'password' | 'submitting' | 'entering' | 'verifying' | 'completing';

/** What must be true of the page after the steps of a path. */
interface Model {
  isOffering: boolean;
  email: string;
  password: string;
  hasConsent: boolean;
  mode: Mode;
  /** Whether a passkey was verified, whose chart completes the login. */
  isPasskeyVerified: boolean;
  /** When another code may be requested, as long as the address is that of the code. */
  resendAt: number | undefined;
  line: 'none' | 'missing' | 'rateLimited';
  /** The address of the last login by password. */
  sent?: string;
  /** The login that waits for its completion. */
  login?: { isAtsEnabled: boolean; isByPasskey: false };
  isEnded: boolean;
}

const start = ({ input: { email, resendAt, isSignedIn } }: AnyEventObject): Model => ({
  isOffering: isSignedIn,
  email,
  password: '',
  hasConsent: false,
  mode: resendAt === undefined ? 'password' : 'verifying',
  isPasskeyVerified: false,
  resendAt,
  line: 'none',
  isEnded: false,
});

const completing = (model: Model, { isAtsEnabled }: { isAtsEnabled: boolean }): Model => ({
  ...model,
  mode: 'completing',
  resendAt: undefined,
  line: 'none',
  login: { isAtsEnabled, isByPasskey: false },
});

const take = (model: Model, { event }: Step): Model => {
  const { type, output } = event;
  const { mode, email } = model;
  switch (type) {
    case 'app.declined':
      return { ...model, isOffering: false };
    case 'consent.given':
    case 'consent.withdrawn':
      return { ...model, hasConsent: type === 'consent.given' };
    case 'email.changed': {
      const changed: Model = { ...model, email: event['email'], line: 'none' };
      // A code belongs to its address, in whatever spelling.
      return mode === 'verifying' && !isSameEmail(event['email'], email)
        ? { ...changed, mode: 'entering', resendAt: undefined }
        : changed;
    }
    case 'password.changed':
      // Another password helps neither a missing address nor against too many attempts.
      return { ...model, password: event['password'] };
    case 'login.submitted':
      return { ...model, mode: 'submitting', line: 'none', sent: email };
    case 'password.requested':
      return { ...model, mode: 'password', resendAt: undefined, line: 'none' };
    case 'code.requested':
      return isFilled(email)
        ? { ...model, mode: 'verifying', line: 'none' }
        : { ...model, line: 'missing' };
    case 'xstate.done.actor.logIn':
      if (output.ok) return completing(model, output.signedIn);
      // The answer is about the address that was sent, in whatever spelling, not about one typed since.
      return {
        ...model,
        mode: 'password',
        line: output.isRateLimited && isSameEmail(email, model.sent ?? '') ? 'rateLimited' : 'none',
      };
    case 'xstate.error.actor.logIn':
      return { ...model, mode: 'password' };
    case 'passkey.verified':
    case 'passkey.released':
      return { ...model, isPasskeyVerified: type === 'passkey.verified' };
    case 'xstate.error.actor.passkey':
      return { ...model, isPasskeyVerified: false };
    case 'xstate.done.actor.passkey':
      return { ...model, isEnded: true };
    case 'xstate.done.actor.otp':
      return output.verified
        ? completing(model, output.verified.signedIn)
        : { ...model, mode: 'entering', resendAt: undefined };
    case 'xstate.error.actor.otp':
      return { ...model, mode: 'entering', resendAt: undefined };
    case 'xstate.done.actor.completion':
      return output.isComplete ? { ...model, isEnded: true } : { ...model, mode: 'password' };
    case 'xstate.error.actor.completion':
      return { ...model, mode: 'password' };
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
    return model.isEnded || model.isOffering ? undefined : rule(model, step, modelBefore(history));
  };

/** Whether a login may start: with consent, and while none is completed that a passkey has started. */
const canLogIn = ({ hasConsent, isPasskeyVerified }: Model): boolean =>
  hasConsent && !isPasskeyVerified;

const mode = (value: unknown) => ({ open: { mode: value } }) as never;
const password = (line: string) => mode({ password: { editing: line } });
const typed = (email: string): AnyEventObject => ({ type: 'email.changed', email });
const events = (...types: string[]): AnyEventObject[] => types.map((type) => ({ type }));

/** What is told of a refused password. A line below the fields tells of too many attempts for their address. */
const refusalsOf = ({ isRateLimited }: { isRateLimited: boolean }, line: Model['line']) => {
  if (!isRateLimited) return ['wrongPassword'];
  return line === 'rateLimited' ? [] : ['rateLimited'];
};

checkEveryEvent(
  'login',
  {
    'whoever is logged in is offered the app first, and can go on to the form': (
      { after },
      history,
    ) => {
      const { isOffering } = modelOf(history);
      return firstFault(
        differs('offer', isOffering, after.matches('offeringApp')),
        offers(after, events('app.declined'), () => isOffering),
      );
    },
    'the form shows the way in that was chosen': whileOpen(({ mode: now }, { after }) =>
      firstFault(
        differs(
          'password',
          now === 'password' || now === 'submitting',
          after.matches(mode('password')),
        ),
        differs('code', now === 'entering' || now === 'verifying', after.matches(mode('code'))),
        differs('fields', now === 'verifying', isRunning(after, 'otp')),
      ),
    ),
    'what is typed stays, whatever happens': (step, history) => {
      const model = modelOf(history);
      const { email, password: typedPassword } = step.after.context;
      return model.isEnded
        ? undefined
        : differs('typed', [model.email, model.password], [email, typedPassword]);
    },
    'a missing address is told at the field until something is typed': whileOpen(
      ({ line }, { after }) =>
        firstFault(
          differs('told', line === 'missing', after.hasTag('missing')),
          differs(
            'missing',
            line === 'missing',
            after.matches(password('missing')) ||
              after.matches(mode({ code: { enteringEmail: 'missing' } })),
          ),
        ),
    ),
    'too many attempts are told until the address changes or a login is sent': whileOpen(
      ({ line }, { after }) =>
        differs('rate', line === 'rateLimited', after.matches(password('rateLimited'))),
    ),
    'what is told at the form is marked as an error': whileOpen(({ line }, { after }) =>
      differs('error', line !== 'none', after.hasTag('error')),
    ),
    'the page is busy exactly while a login is checked and completed': ({ after }, history) => {
      const { mode: now, isOffering, isEnded } = modelOf(history);
      const isBusy = !isOffering && !isEnded && (now === 'submitting' || now === 'completing');
      return differs('busy', isBusy, after.hasTag('busy'));
    },
    'consent can be given and withdrawn at any time': whileOpen(({ hasConsent }, { after }) =>
      firstFault(
        differs('consent', hasConsent, after.matches({ open: { consent: 'given' } })),
        offers(after, events('consent.given'), () => !hasConsent),
        offers(after, events('consent.withdrawn'), () => hasConsent),
      ),
    ),
    'Log In is active with consent, address and password, unless a passkey logs in': whileOpen(
      (model, { after }) =>
        offers(
          after,
          events('login.submitted'),
          () =>
            model.mode === 'password' &&
            canLogIn(model) &&
            isFilled(model.email) &&
            model.password !== '',
        ),
    ),
    'Verify is active with consent and address, unless a passkey logs in': whileOpen(
      (model, { after }) =>
        offers(
          after,
          events('code.submitted'),
          () => model.mode === 'verifying' && canLogIn(model) && isFilled(model.email),
        ),
    ),
    'a passkey needs consent, and one logs in at a time': whileOpen((model, { after }) =>
      model.mode === 'submitting' || model.mode === 'completing'
        ? undefined
        : offers(after, events('passkey.requested'), () => canLogIn(model)),
    ),
    'the form hears when a passkey logs in, and when it does not': whileOpen(
      ({ isPasskeyVerified }, { after }) =>
        firstFault(
          offers(after, events('passkey.verified'), () => !isPasskeyVerified),
          offers(after, events('passkey.released'), () => isPasskeyVerified),
          // The passkey chart has crashed.
          isPasskeyVerified
            ? differs(
                'verified',
                false,
                probe(after, { type: 'xstate.error.actor.passkey' }).after.matches({
                  open: { passkey: 'verified' },
                }),
              )
            : undefined,
        ),
    ),
    'a passkey that logs in or fails leaves the form, its fields and its consent as they are': ({
      event,
      before,
      after,
    }) => {
      if (!/^passkey\.(?:verified|released)$|error\.actor\.passkey$/.test(event.type))
        return undefined;
      const formOf = ({ value, context, children }: AnyMachineSnapshot) => [
        { ...value.open, passkey: undefined },
        context,
        children['otp'],
      ];
      return differs('form', formOf(before), formOf(after));
    },
    'the address can be changed at any time': whileOpen((_, { after }) =>
      offers(
        after,
        [typed(''), typed('ravi@acme.example'), typed(after.context.email)],
        () => true,
      ),
    ),
    'the password can be typed wherever its field is': whileOpen(({ mode: now }, { after }) =>
      now === 'entering' || now === 'verifying'
        ? undefined
        : offers(after, [{ type: 'password.changed', password: 'x' }], () => true),
    ),
    'a blank address does not count as filled in, a blank password does': whileOpen(
      remembered((model, { after }) =>
        model.mode === 'password'
          ? firstFault(
              ...[
                [' ', 'x', false],
                ['', 'x', false],
                ['asha', '', false],
                ['asha', ' ', true],
              ].map(([email, typedPassword, isFilledIn]) => {
                const addressed = probe(after, typed(String(email))).after;
                const filled = probe(addressed, {
                  type: 'password.changed',
                  password: typedPassword,
                }).after;
                const { started } = probe(filled, { type: 'login.submitted' });
                // The spaces of a password are part of it.
                return differs(
                  'sent',
                  canLogIn(model) && isFilledIn ? [typedPassword] : [],
                  started.map(({ input }) => (input as { password: string }).password),
                );
              }),
            )
          : undefined,
      ),
    ),
    'a reload goes on with the code, also behind the offer of the app': ({ event, after }) => {
      if (event.type !== 'xstate.init') return undefined;
      const input = { email: 'asha@acme.example', resendAt: 1, isSignedIn: true };
      const offered = probeStart(after, input).after;
      const opened = probe(offered, { type: 'app.declined' }).after;
      return differs(
        'page',
        [true, true],
        [offered.matches('offeringApp'), opened.matches(mode({ code: 'verifyingEmail' }))],
      );
    },
    'the ways in can be changed, but not during a login': whileOpen(({ mode: now }, { after }) =>
      firstFault(
        offers(after, events('code.requested'), () => now === 'password' || now === 'entering'),
        offers(
          after,
          events('password.requested'),
          () => now === 'entering' || now === 'verifying',
        ),
      ),
    ),
    'each request has the canonical address or its login, and runs once': (
      { event, started },
      history,
    ) => {
      const model = modelOf(history);
      const earlier = modelBefore(history);
      const { email, resendAt, login, mode: now } = model;
      const isReady = !model.isOffering && (earlier?.isOffering ?? true);
      const isBegun = (wanted: Mode) =>
        !model.isOffering && now === wanted && (earlier?.mode !== wanted || earlier.isOffering);
      const wanted = [
        ...(event.type === 'xstate.init' ? [['notifier', undefined]] : []),
        ...(isReady ? [['passkey', undefined]] : []),
        ...(isBegun('submitting')
          ? [['logIn', { email: canonicalEmail(email), password: model.password }]]
          : []),
        ...(isBegun('verifying') ? [['otp', { email, isAutoSubmit: false, resendAt }]] : []),
        ...(isBegun('completing') ? [['completion', login]] : []),
      ];
      return differs(
        'requests',
        wanted,
        started.map(({ id, input }) => [id, input]),
      );
    },
    'a code that ended gives way to a new one without its pause': whileOpen(
      ({ resendAt }, { after }) => differs('resendAt', resendAt, after.context.resendAt),
    ),
    'each failure is told once, in its own words': (
      { event: { type, output }, notices },
      history,
    ) => {
      const isMissing = type === 'code.requested' && !isFilled(modelOf(history).email);
      const isRefused = type === 'xstate.done.actor.logIn' && !output.ok;
      const isFailed = type.startsWith('xstate.error.actor.');
      const wanted = isMissing
        ? ['emailMissing']
        : isRefused
          ? refusalsOf(output, modelOf(history).line)
          : isFailed
            ? ['unexpected']
            : [];
      return differs('notices', wanted, notices);
    },
    'the passkey hears of consent, presses and another login, the code of Verify': (
      { event: { type }, sent },
      history,
    ) => {
      const { mode: now } = modelOf(history);
      const isForwarded =
        type.startsWith('consent.') || type === 'passkey.requested' || type === 'code.submitted';
      const isAbandoned =
        (now === 'submitting' || now === 'completing') && modelBefore(history)?.mode !== now;
      const wanted = [
        ...(isForwarded ? [{ type, to: type === 'code.submitted' ? 'otp' : 'passkey' }] : []),
        ...(isAbandoned ? [{ type: 'passkey.abandoned', to: 'passkey' }] : []),
      ];
      return differs('sent', wanted, sent);
    },
    'the draft has what was typed last': (step) => {
      const saved = effectsOf(step).filter(({ name }) => name === 'saveEmail');
      const { type, email } = step.event as AnyEventObject;
      const wanted = type === 'email.changed' ? [email] : [];
      return differs(
        'saved',
        wanted,
        saved.map(({ context }) => context['email']),
      );
    },
    'the saved pause is cleared with the code, not before': ({ actions }, history) => {
      const { mode: now, isEnded } = modelOf(history);
      const isOver = modelBefore(history)?.mode === 'verifying' && (now !== 'verifying' || isEnded);
      const cleared = actions.filter(({ name }) => name === 'clearPause');
      return differs('cleared', isOver ? 1 : 0, cleared.length);
    },
    'a complete login ends the page, its draft and its password': ({ after, actions }, history) => {
      const { isEnded } = modelOf(history);
      const cleared = actions.filter(({ name }) => name === 'clearDraft');
      return firstFault(
        differs('status', isEnded ? 'done' : 'active', after.status),
        differs('cleared', isEnded ? 1 : 0, cleared.length),
        isEnded
          ? differs('left', ['', undefined], [after.context.password, after.output])
          : undefined,
      );
    },
    'nothing else is done': ({ actions }) =>
      differs(
        'actions',
        [],
        actions.filter(({ name }) => !['saveEmail', 'clearPause', 'clearDraft'].includes(name)),
      ),
  },
  [
    { email: '', isSignedIn: false },
    { email: 'asha@acme.example', isSignedIn: true, resendAt: 1 },
  ],
);

test('of a passkey and a code that were checked at once, the code that is verified last logs in', () => {
  const page = startChart('login', { email: 'asha@acme.example', isSignedIn: false });
  const both = [
    ...events('consent.given', 'code.requested', 'code.submitted', 'passkey.verified'),
    done('otp', { code: '012345', verified: { ok: true, signedIn: { isAtsEnabled: true } } }),
  ];
  const last = page(...both);
  expect(last.sent).toEqual([{ type: 'passkey.abandoned', to: 'passkey' }]);
  expect(last.started).toEqual([
    { id: 'completion', input: { isAtsEnabled: true, isByPasskey: false } },
  ]);
});
