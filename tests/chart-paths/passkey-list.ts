import { sql } from 'kysely';
import type { AnyEventObject } from 'xstate';
import { button } from '#tests/support/browser/forms/button.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import { logInBeside } from '#tests/support/chart-paths/log-in-beside.ts';
import {
  allowChanges,
  endReauthentication,
  requireLogin,
  seesReauthentication,
} from '#tests/support/chart-paths/reauthentication.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { passkeyListNotices } from '#web/content/account-notices.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';

const LIST = /^\/v2\/user\/passkey\/list$/;
const RENAME = /^\/v2\/user\/passkey\/rename$/;
const REMOVE = /^\/v2\/user\/passkey\/remove$/;

const CREATED_AT = Date.UTC(2026, 10, 20);

const name = ({ page }: DriverContext) => page.getByLabel(words.name, { exact: true });
const rename = ({ page }: DriverContext) => page.getByRole('button', { name: /^Rename / }).first();
const remove = ({ page }: DriverContext) => page.getByRole('button', { name: /^Remove / }).first();
const shown = ({ page }: DriverContext, text: string) => page.getByText(text).waitFor();

/** Three passkeys, so that one is left after the removals of a path. */
const insertPasskeys = async ({ site: { db }, email }: DriverContext): Promise<void> => {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const passkeys = ['Phone', 'Tablet', 'Watch'].map((device, index) => ({
    user_id: id,
    credential_id: Buffer.from(`${email} ${device}`),
    public_key: Buffer.from('key'),
    counter: 0,
    transports: [],
    is_backed_up: device === 'Phone',
    name: device,
    // The list has the oldest first.
    created_at: new Date(CREATED_AT + index),
  }));
  await db.insertInto('passkeys').values(passkeys).execute();
};

/** Removes the listed passkey that the drivers change, as another tab does. */
const removeFirst = async ({ site: { db }, email }: DriverContext): Promise<void> => {
  await sql`delete from passkeys where id = (select passkeys.id from passkeys
    join users on users.id = user_id where users.email = ${email}
    order by passkeys.created_at, passkeys.id limit 1)`.execute(db);
};

const endChange =
  (path: RegExp) =>
  async (context: DriverContext, { output }: AnyEventObject): Promise<void> => {
    if (output.notice === 'gone') await removeFirst(context);
    await (output.notice === 'forbidden' ? requireLogin : allowChanges)(context);
    if (output.notice === 'offline') await context.requests.cut(path);
    else await context.requests.pass(path);
    // The first time a code is asked for, which is a state; after it, there is a notice.
    if (output.notice !== 'forbidden')
      await shown(
        context,
        output.ok ? 'The passkey was re' : passkeyListNotices[output.notice as 'gone'].text,
      );
  };

const failChange =
  (path: RegExp) =>
  async (context: DriverContext): Promise<void> => {
    await context.requests.refuse(path, 'internal');
    await shown(context, passkeyListNotices.unexpected.text);
  };

/** A signed-in visitor with passkeys at `/app/`; without WebAuthn if none can be added. */
export const drivers: ChartDrivers = {
  intercepted: [LIST, RENAME, REMOVE],
  async start(context, input) {
    const { page } = context;
    await logInBeside(context);
    await insertPasskeys(context);
    if ((input as { canAdd: boolean }).canAdd) await addVirtualAuthenticator(page);
    else await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await page.goto('/app/');
    await page.locator('#sessions li').waitFor();
  },
  events: {
    'list.requested': (context) => button(context, words.retry).click(),
    'addition.requested': (context) => button(context, words.add).click(),
    'renaming.requested': (context) => rename(context).click(),
    'name.changed': (context, { name: typed }) => name(context).fill(typed),
    'renaming.submitted': (context) => button(context, words.save).click(),
    'removal.requested': (context) => remove(context).click(),
    'removal.confirmed': (context) => button(context, words.remove).click(),
    'change.cancelled': ({ page }) =>
      page.getByRole('button', { name: /^(Cancel|Keep it)$/ }).click(),
    'xstate.done.actor.fetchPasskeys': ({ requests }) => requests.pass(LIST),
    'xstate.error.actor.fetchPasskeys': ({ requests }) => requests.cut(LIST),
    async 'xstate.done.actor.registration'(context, { output }) {
      await allowChanges(context);
      await button(context, output.passkey ? words.create : words.cancel).click();
      if (output.passkey) await shown(context, 'The passkey was added.');
    },
    'xstate.error.actor.registration': failChild(),
    'xstate.done.actor.renamePasskey': endChange(RENAME),
    'xstate.error.actor.renamePasskey': failChange(RENAME),
    'xstate.done.actor.removePasskey': endChange(REMOVE),
    'xstate.error.actor.removePasskey': failChange(REMOVE),
    'xstate.done.actor.reauthentication': endReauthentication,
    'xstate.error.actor.reauthentication': failChild(),
  },
  states: {
    'passkeyList.loading': ({ page }) =>
      page.locator('#passkeys').getByRole('heading', { name: words.heading }).waitFor(),
    'passkeyList.unavailable': (context) => shown(context, words.unavailable),
    'passkeyList.listed': (context) =>
      rename(context).and(context.page.locator(':enabled')).waitFor(),
    'passkeyList.adding': ({ page }) => page.getByLabel(words.newName).waitFor(),
    'passkeyList.renaming.editing.neutral': (context) =>
      name(context).and(context.page.locator(':not([aria-invalid])')).waitFor(),
    'passkeyList.renaming.editing.invalid': (context) => shown(context, words.nameInvalid),
    'passkeyList.renaming.saving': ({ page }) =>
      page.getByRole('button', { name: words.save }).and(page.locator('[aria-busy]')).waitFor(),
    'passkeyList.renaming.reauthenticating': seesReauthentication,
    'passkeyList.reauthenticating': seesReauthentication,
    'passkeyList.confirmingRemoval': (context) => shown(context, 'It will no longer log you in.'),
    'passkeyList.removing': ({ page }) => page.locator('[role=group] button[aria-busy]').waitFor(),
  },
};
