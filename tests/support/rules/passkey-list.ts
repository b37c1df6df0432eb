import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { isPasskeyName } from '#contract/passkey.ts';
import { done, failed, foldWith, isRecent } from './probe.ts';

interface Passkey {
  id: string;
  name: string;
}

interface Input {
  canAdd: boolean;
  email: string;
}

interface List extends Input {
  /** `proving`: the code that the change in `change` needs. */
  page: 'loading' | 'unavailable' | 'listed' | 'adding' | 'form' | 'saving' | 'proving';
  passkeys: Passkey[];
  /** The change that has a form: its passkey, and the typed name. */
  change?: { kind: 'renaming' | 'removal'; id: string; name: string; isRefused: boolean };
  /** The last login by code on this page, epoch ms. */
  loggedInAt?: number;
  /** What the last event says, and starts. */
  said: string[];
  starts: { id: string; input: unknown }[];
}

const REQUESTS = { renaming: 'renamePasskey', removal: 'removePasskey' };
const SUCCESSES = { renaming: 'passkeyRenamed', removal: 'passkeyRemoved' };

const load = (list: List, ...said: string[]): List => ({
  ...list,
  page: 'loading',
  said,
  starts: [{ id: 'fetchPasskeys', input: undefined }],
});

const send = (list: List): List => {
  const { kind, id, name } = list.change as NonNullable<List['change']>;
  const input = kind === 'renaming' ? { id, name: name.trim() } : { id };
  return { ...list, page: 'saving', starts: [{ id: REQUESTS[kind], input }] };
};

const backToForm = (list: List, ...said: string[]): List => ({ ...list, page: 'form', said });

/**
 * After a refusal. A typed name stays for another try, and so does the question of a removal that was not
 * judged; after a judgement the list is loaded, which shows what is so.
 */
const refuse = (list: List, notice: string): List =>
  notice !== 'gone' && (list.change?.kind === 'renaming' || notice === 'offline')
    ? backToForm(list, notice)
    : load(list, notice);

/** What the server's answer to a change means. A refusal changed nothing. */
const changed = (list: List, result: { ok: boolean; notice: string }): List => {
  const kind = list.change?.kind ?? 'renaming';
  if (result.ok) return load(list, SUCCESSES[kind]);
  // A code is asked for, unless one was entered within ten minutes: no page asks in a circle.
  if (result.notice === 'forbidden' && !isRecent(list.loggedInAt)) {
    const { email } = list;
    return { ...list, page: 'proving', starts: [{ id: 'reauthentication', input: { email } }] };
  }
  return refuse(list, result.notice);
};

const answer = (list: List, { type, output }: AnyEventObject): List => {
  const request = REQUESTS[list.change?.kind ?? 'renaming'];
  switch (`${list.page} ${type}`) {
    case `loading ${done('fetchPasskeys').type}`:
      return { ...list, page: 'listed', passkeys: output };
    case `loading ${failed('fetchPasskeys').type}`:
      return { ...list, page: 'unavailable' };
    case `adding ${done('registration').type}`:
      return output.passkey ? load(list, 'passkeyAdded') : { ...list, page: 'listed' };
    case `adding ${failed('registration').type}`:
      return { ...list, page: 'listed', said: ['unexpected'] };
    case `saving ${done(request).type}`:
      return changed(list, output);
    case `proving ${done('reauthentication').type}`:
      return output.loggedInAt === undefined
        ? backToForm(list)
        : send({ ...list, loggedInAt: output.loggedInAt });
    case `saving ${failed(request).type}`:
    case `proving ${failed('reauthentication').type}`:
      return backToForm(list, 'unexpected');
    default:
      return list;
  }
};

const nameOf = ({ passkeys }: List, id: string) =>
  passkeys.find((passkey) => passkey.id === id)?.name ?? '';

/** The change whose form waits for the person. */
export const kindOf = (list: List) => (list.page === 'form' ? list.change?.kind : undefined);

const afterEvent = (before: List, event: AnyEventObject): List => {
  const list: List = { ...before, said: [], starts: [] };
  const { page, canAdd, email, change } = list;
  const kind = kindOf(list);
  const id: string = event['id'];
  switch (event.type) {
    case 'list.requested':
      return page === 'unavailable' ? load(list) : list;
    case 'addition.requested':
      return page === 'listed' && canAdd
        ? {
            ...list,
            page: 'adding',
            starts: [{ id: 'registration', input: { isRequested: true, email } }],
          }
        : list;
    case 'renaming.requested':
    case 'removal.requested': {
      const asked = event.type === 'removal.requested' ? 'removal' : 'renaming';
      return page === 'listed'
        ? {
            ...list,
            page: 'form',
            change: { kind: asked, id, name: nameOf(list, id), isRefused: false },
          }
        : list;
    }
    case 'name.changed':
      return kind === 'renaming' && change
        ? { ...list, change: { ...change, name: event['name'], isRefused: false } }
        : list;
    case 'renaming.submitted':
      if (kind !== 'renaming' || !change) return list;
      return isPasskeyName(change.name)
        ? send(list)
        : { ...list, change: { ...change, isRefused: true } };
    case 'removal.confirmed':
      return kind === 'removal' ? send(list) : list;
    case 'change.cancelled':
      return kind ? { ...list, page: 'listed' } : list;
    default:
      return answer(list, event);
  }
};

/** What the person knows of the list after the steps of a path. */
export const listOf = foldWith(
  ({ canAdd, email }: Input): List =>
    load({ canAdd, email, page: 'loading', passkeys: [], said: [], starts: [] }),
  afterEvent,
);

/** What the page shows, as its view reads it. */
export const shown = (snapshot: AnyMachineSnapshot) => {
  const { registration, reauthentication } = snapshot.children;
  const { id, name } = snapshot.context;
  const isRenaming = snapshot.matches('renaming');
  const isRemoval = snapshot.matches('confirmingRemoval') || snapshot.matches('removing');
  const form = reauthentication
    ? { shows: 'code', id }
    : isRenaming
      ? { shows: 'renaming', id, name }
      : isRemoval
        ? { shows: 'removal', id }
        : undefined;
  return {
    isLoading: snapshot.matches('loading'),
    isUnavailable: snapshot.matches('unavailable'),
    isListed: snapshot.matches('listed'),
    isAdding: registration !== undefined,
    isInvalid: snapshot.matches({ renaming: { editing: 'invalid' } }),
    isBusy: snapshot.hasTag('busy'),
    hasError: snapshot.hasTag('error'),
    form,
  };
};

/** The form that the page shows, in the row of its passkey. */
export const expectedForm = ({ page, change }: List) => {
  if (!change || !['form', 'saving', 'proving'].includes(page)) return undefined;
  const { kind, id, name } = change;
  if (page === 'proving') return { shows: 'code', id };
  return kind === 'renaming' ? { shows: 'renaming', id, name } : { shows: 'removal', id };
};

/** The actors that run. */
export const actorOf = ({ page, change }: List): string[] =>
  ({
    loading: ['fetchPasskeys'],
    adding: ['registration'],
    saving: [REQUESTS[change?.kind ?? 'renaming']],
    proving: ['reauthentication'],
  })[page as string] ?? [];
