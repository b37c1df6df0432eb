import { fallbackContent } from '#web/content/fallback.ts';
import { useIsOffline } from '#web/platform/connection.ts';
import type { ChunkError } from '#web/routing/load-page.ts';

/** Why a chunk did not load: the error's message, after a hint if the browser is offline. */
export const useChunkErrorMessage = ({ message }: ChunkError): string =>
  useIsOffline() ? `${fallbackContent.offline} ${message}` : message;
