import { storageKeys } from '#contract/storage-keys.ts';
import { createDraft } from '#web/platform/create-draft.ts';

/** When the offer of a passkey was answered in this browser (epoch ms). */
export const offerAnswer = createDraft({
  key: storageKeys.passkeyAnswer,
  storage: 'local',
  parse: (stored) => (Number.isFinite(stored) ? Number(stored) : undefined),
});
