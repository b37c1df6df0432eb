// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { passkeyList, passkeyListOptions } from '#web/flows/passkey-list.ts';
import { PasskeyEntries } from '#web/forms/passkey-entries.tsx';
import { findText, show, waitFor } from './ui/render-component.tsx';

const passkey = (id: string, lastUsedAt?: string) => ({
  id,
  name: id,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastUsedAt,
  isBackedUp: lastUsedAt !== undefined,
  endsWithReset: false,
});

afterEach(() => vi.unstubAllGlobals());

it('a passkey says when it was created and last used', async () => {
  const passkeys = [passkey('Laptop', '2026-03-04T10:00:00.000Z'), passkey('Phone')];
  vi.stubGlobal('fetch', async () => Response.json({ passkeys }));
  const actor = createActor(passkeyList, passkeyListOptions('asha@acme.example'));
  show(<PasskeyEntries actor={actor.start()} isReset={false} none={words.none} />);
  await waitFor(() => findText('button', words.rename));
  const { textContent } = document.body;
  expect(textContent).toContain('Created 2 Jan 2026 · last used 4 Mar 2026 · synced');
  expect(textContent).toContain('Created 2 Jan 2026 · not used yet');
});
