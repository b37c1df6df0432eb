import type { ActorRefFrom } from 'xstate';
import type { signUpMachine } from '#machines/sign-up.ts';

export type SignUpRef = ActorRefFrom<typeof signUpMachine>;
