import {
  type AnyActorLogic,
  createActor,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
  type OutputFrom,
  type Snapshot,
  type SnapshotFrom,
  waitFor,
} from 'xstate';
import { cookieNames } from '#contract/cookies.ts';
import type { DemoForm } from '#contract/demo-request.ts';
import { paths } from '#contract/paths.ts';
import type { Destination } from '#contract/signed-in.ts';
import { checkoutScriptMachine } from '#machines/checkout-script.ts';
import { companyCreationMachine } from '#machines/company-creation.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { forgotPasswordMachine } from '#machines/forgot-password.ts';
import { loginMachine } from '#machines/login.ts';
import { otpMachine } from '#machines/otp.ts';
import { resetPasswordMachine } from '#machines/reset-password.ts';
import { sessionMachine } from '#machines/session.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { trialMachine } from '#machines/trial.ts';
import { bodyOf, callOnce, renewSessionsBy } from './api.ts';
import { accountIdOf, emailOf } from './arrival.ts';
import { requestDemo } from './calls/demo.ts';
import * as loginCalls from './calls/login.ts';
import { loadCheckoutScript, openPayment } from './calls/payment.ts';
import * as signUpCalls from './calls/sign-up.ts';
import { readCookie } from './cookies.ts';
import { navigate } from './location.ts';
import { showOnlooker } from './onlooker.ts';
import { renewOnce } from './renewal-lock.ts';
import { appAddresses, paymentKey } from './settings.ts';
import { emptyDraft, keepDraft, readDraft } from './sign-up-draft.ts';
import { stepHistory } from './step-history.ts';

/** A call as what a chart invokes. */
const calling = <Output, Input>(call: (input: Input) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input }) => call(input));

/** This page's session: every 401 goes through it. */
const session = createActor(
  sessionMachine.provide({
    actors: {
      refresh: calling(({ since }: { since: number }) =>
        renewOnce(since, async () => {
          const answer = await callOnce({ method: 'POST', path: paths.refresh });
          if (!answer.ok && answer.failure.code !== 'unauthenticated') bodyOf(answer);
          return { isRenewed: answer.ok };
        }),
      ),
      logout: fromPromise(async () => {
        bodyOf(await callOnce({ method: 'POST', path: paths.logout }));
      }),
    },
  }),
  { inspect: showOnlooker },
);
session.on('notice', () => navigate('/login', { state: { isSessionEnded: true } }));
session.start();

renewSessionsBy(async (expiry) => {
  session.send({ type: 'access.expired', ...expiry });
  const settled = await waitFor(session, (snapshot) => !snapshot.hasTag('busy'));
  return settled.matches('active');
});

/** A call whose answer opens a session, unless it says that it doesn't (`ok: false`). */
const opening =
  <Input, Output extends object>(call: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    const output = await call(input);
    if (!('ok' in output) || output.ok) session.send({ type: 'session.opened' });
    return output;
  };

const isSignedIn = (): boolean => readCookie(cookieNames.signedIn) === '1';

const signUpOtp = otpMachine.provide({
  actors: {
    sendCode: calling(signUpCalls.sendSignUpCode),
    verifyCode: calling(signUpCalls.verifySignUpCode),
  },
});

const loginOtp = otpMachine.provide({
  actors: {
    sendCode: calling(loginCalls.sendLoginCode),
    verifyCode: calling(opening(loginCalls.verifyLoginCode)),
  },
});

/** The sign-up with its effects. */
export const signUp = signUpMachine.provide({
  actors: {
    trial: trialMachine.provide({ actors: { otp: signUpOtp } }),
    companyCreation: companyCreationMachine.provide({
      actors: {
        createCompany: calling(signUpCalls.createCompany),
        uploadLogo: calling(signUpCalls.uploadLogo),
        createUser: calling(opening(signUpCalls.createUser)),
        tellSales: calling(signUpCalls.tellSales),
      },
    }),
    stepHistory,
    completeUser: calling(signUpCalls.completeUser),
    describeCompany: calling(signUpCalls.describeCompany),
  },
});

/** The login with its effects. */
export const login = loginMachine.provide({
  actors: {
    otp: loginOtp,
    logIn: calling(opening(loginCalls.logIn)),
    fetchUser: calling(loginCalls.fetchUser),
  },
});

/** The forgotten password with its effects. */
export const forgotPassword = forgotPasswordMachine.provide({ actors: { otp: loginOtp } });

/** The new password with its effects. */
export const resetPassword = resetPasswordMachine.provide({
  actors: { changePassword: calling(loginCalls.changePassword) },
});

/** The demo request with its effects. */
export const demoRequest = demoRequestMachine.provide({
  actors: { sendRequest: calling(requestDemo) },
});

/** The payment script with its effects. */
export const checkoutScript = checkoutScriptMachine.provide({
  actors: { loadScript: fromPromise(loadCheckoutScript), openPayment: calling(openPayment) },
});

interface Start<Logic extends AnyActorLogic> {
  input: InputFrom<Logic>;
  inspect: (event: InspectionEvent) => void;
}

/**
 * Follows a flow by its own snapshots, whichever of its charts made the step; `end` is told its
 * output, once.
 */
const following = <Logic extends AnyActorLogic>(
  end: (output: OutputFrom<Logic>) => void,
  follow: (snapshot: SnapshotFrom<Logic>) => void = () => {},
): ((event: InspectionEvent) => void) => {
  let root: InspectionEvent['actorRef'] | undefined;
  let isOver = false;
  return (event) => {
    showOnlooker(event);
    if (event.type !== '@xstate.snapshot' || isOver) return;
    if (event.actorRef.sessionId === event.rootId) root = event.actorRef;
    if (!root) return;
    const snapshot = root.getSnapshot() as Snapshot<OutputFrom<Logic>>;
    follow(snapshot as SnapshotFrom<Logic>);
    isOver = snapshot.status === 'done';
    if (snapshot.status === 'done') end(snapshot.output as OutputFrom<Logic>);
  };
};

/**
 * What a sign-up starts with: the draft of an earlier visit, else the address that came in the
 * navigation state. Its draft is kept at each step, and its end leads to the app.
 */
export const startSignUp = (arrival: unknown): Start<typeof signUp> => ({
  input: {
    draft: readDraft(Date.now()) ?? emptyDraft(emailOf(arrival)),
    isSignedIn: isSignedIn(),
  },
  inspect: following<typeof signUp>(() => location.assign(appAddresses.newJob), keepDraft),
});

const goTo = (destination: Destination | 'forgotPassword', id?: string): void => {
  if (destination === 'appHome') location.assign(appAddresses.home);
  else if (destination === 'atsHome') location.assign(appAddresses.atsHome);
  // In the place of this page: Back must not lead to a form that is done with.
  else navigate(`/${destination}`, { replace: true, state: id === undefined ? null : { id } });
};

/** What a login starts with; its end leads to the app, or to a password of one's own. */
export const startLogin = (arrival: unknown): Start<typeof login> => ({
  input: { email: emailOf(arrival), isSignedIn: isSignedIn() },
  inspect: following<typeof login>(({ destination, uuid }) => goTo(destination, uuid)),
});

/** What a forgotten password starts with; its end leads to a new one. */
export const startForgotPassword = (arrival: unknown): Start<typeof forgotPassword> => ({
  input: { email: emailOf(arrival) },
  inspect: following<typeof forgotPassword>(({ uuid }) => goTo('resetPassword', uuid)),
});

/** What a new password starts with: the account that came in the navigation state. */
export const startResetPassword = (arrival: unknown): Start<typeof resetPassword> => ({
  input: { uuid: accountIdOf(arrival) },
  inspect: following<typeof resetPassword>(({ destination }) => goTo(destination)),
});

/** What a demo request starts with; its end leads to the form's own thanks. */
export const startDemoRequest = (form: DemoForm, arrival: unknown): Start<typeof demoRequest> => ({
  input: { form, email: emailOf(arrival) },
  inspect: following<typeof demoRequest>((output) =>
    navigate(output.form === 'campaign' ? '/thankyou_campaign' : '/thankyou'),
  ),
});

/** What the payment script starts with: it is wanted for a paid plan, where a key is configured. */
export const startCheckoutScript = (isPaid: boolean): Start<typeof checkoutScript> => ({
  input: { isWanted: isPaid && paymentKey !== '' },
  inspect: showOnlooker,
});
