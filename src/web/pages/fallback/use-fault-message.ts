import { useIsOffline } from '#web/connection.ts';
import { fallbackContent } from '#web/content/fallback.ts';
import type { ChunkError } from '#web/load-page.ts';

/** Why a chunk did not come: the error's words, after what the browser knows of the network. */
export const useFaultMessage = ({ message }: ChunkError): string =>
  useIsOffline() ? `${fallbackContent.offline} ${message}` : message;
