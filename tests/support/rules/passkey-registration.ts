import type { AnyEventObject } from 'xstate';
import { DAY_MS } from '#contract/durations.ts';
import { isPasskeyName } from '#contract/passkey.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import { done, failed, foldWith, isRecent } from './probe.ts';

interface Input {
  /** The user asked for a passkey; else it is offered after a login. */
  isRequested: boolean;
  email: string;
}

interface Offer extends Input {
  page: 'deciding' | 'form' | 'creating' | 'proving' | 'ended';
  name: string;
  isRefused: boolean;
  /** The last login by code on this page, epoch ms. */
  loggedInAt?: number;
  output?: object;
  /** What the last event says, and whether it ends offers in this browser: an answer to one, a passkey. */
  said: string[];
  isAnswer: boolean;
}

/** An answer ends the offers in a browser for 30 days. */
const isOfferDue = (answeredAt: number | undefined) =>
  answeredAt === undefined || START_TIME_MS - answeredAt >= 30 * DAY_MS;

const backToForm = (offer: Offer, ...said: string[]): Offer => ({ ...offer, page: 'form', said });

const answer = (offer: Offer, { type, output }: AnyEventObject): Offer => {
  switch (`${offer.page} ${type}`) {
    case `deciding ${done('findSupport').type}`: {
      const { hasPasskeys, hasPlatformAuthenticator, answeredAt, suggestedName } = output;
      const isWanted = offer.isRequested || (hasPlatformAuthenticator && isOfferDue(answeredAt));
      return hasPasskeys && isWanted
        ? { ...offer, page: 'form', name: suggestedName }
        : { ...offer, page: 'ended', output: {} };
    }
    case `deciding ${failed('findSupport').type}`:
      return {
        ...offer,
        page: 'ended',
        output: {},
        said: offer.isRequested ? ['unexpected'] : [],
      };
    case `creating ${done('createPasskey').type}`:
      if (output.ok)
        return { ...offer, page: 'ended', output: { passkey: output.passkey }, isAnswer: true };
      // A code is asked for, unless one was entered within ten minutes: no page asks in a circle.
      return output.notice === 'forbidden' && !isRecent(offer.loggedInAt)
        ? { ...offer, page: 'proving' }
        : backToForm(offer, output.notice);
    case `proving ${done('reauthentication').type}`:
      return output.loggedInAt === undefined
        ? backToForm(offer)
        : { ...offer, page: 'creating', loggedInAt: output.loggedInAt };
    case `creating ${failed('createPasskey').type}`:
    case `proving ${failed('reauthentication').type}`:
      return backToForm(offer, 'unexpected');
    default:
      return offer;
  }
};

const afterEvent = (before: Offer, event: AnyEventObject): Offer => {
  const offer: Offer = { ...before, said: [], isAnswer: false };
  const isForm = offer.page === 'form';
  switch (event.type) {
    case 'name.changed':
      return isForm ? { ...offer, name: event['name'], isRefused: false } : offer;
    case 'creation.submitted':
      if (!isForm) return offer;
      return isPasskeyName(offer.name)
        ? { ...offer, page: 'creating' }
        : { ...offer, isRefused: true };
    case 'creation.declined':
      return offer.page === 'ended'
        ? offer
        : { ...offer, page: 'ended', output: {}, isAnswer: !offer.isRequested };
    default:
      return answer(offer, event);
  }
};

/** What the person sees of the offer of a passkey, or of its form, after the steps of a path. */
export const offerOf = foldWith(
  (input: Input): Offer => ({
    ...input,
    page: 'deciding',
    name: '',
    isRefused: false,
    said: [],
    isAnswer: false,
  }),
  afterEvent,
);

/** The actor that runs, with its input. */
export const actorOf = ({ page, email, name }: Offer) =>
  ({
    deciding: [{ id: 'findSupport', input: undefined }],
    creating: [{ id: 'createPasskey', input: { email, name: name.trim() } }],
    proving: [{ id: 'reauthentication', input: { email } }],
  })[page as string] ?? [];
