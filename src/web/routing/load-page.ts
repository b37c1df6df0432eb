import type { ComponentType } from 'react';
import { MS_PER_S } from '#contract/durations.ts';
import { importInTasks } from './import-in-tasks.ts';

/** Timeout of a chunk request. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A chunk failed to load. The message contains the reason. */
export class ChunkError extends Error {
  constructor(reason: string) {
    super(`Loading chunk failed: ${reason}`);
    this.name = 'ChunkError';
  }
}

/** A page, or a part of one, in a chunk of its own. */
export interface PageChunk<Props = object> {
  /**
   * Loads the chunk. Never rejects: sets `Page` or `error`, then resolves. Calls during a load share
   * its promise. A call after a failure tries again.
   * @param scripts URLs of scripts to import first, each in a task of its own
   */
  load(scripts?: readonly string[]): Promise<void>;
  Page?: ComponentType<Props>;
  error?: ChunkError;
}

const withTimeout = async <Loaded>(loading: Promise<Loaded>): Promise<Loaded> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const reason = `no answer within ${CHUNK_TIMEOUT_MS / MS_PER_S} seconds`;
    timer = setTimeout(() => reject(new Error(reason)), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** Describes a chunk; `load` starts the request. */
export const loadPage = <Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): PageChunk<Props> => {
  let loading: Promise<void> | undefined;
  const fetchChunk = async (scripts: readonly string[]): Promise<void> => {
    try {
      chunk.Page = (await withTimeout(importInTasks(scripts).then(load))).default;
      delete chunk.error;
    } catch (error) {
      chunk.error = new ChunkError(error instanceof Error ? error.message : String(error));
    }
    loading = undefined;
  };
  const chunk: PageChunk<Props> = {
    load: (scripts = []) => {
      if (chunk.Page) return Promise.resolve();
      loading ??= fetchChunk(scripts);
      return loading;
    },
  };
  return chunk;
};

/** The HTML that the server sends now; `undefined` on any failure or after the chunk timeout. */
const fetchDocument = async (): Promise<string | undefined> => {
  try {
    const signal = AbortSignal.timeout(CHUNK_TIMEOUT_MS);
    const response = await fetch(location.pathname, { cache: 'no-store', signal });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Whether a new version of the site was deployed since this document was loaded: the current HTML no
 * longer names the running script. The old version's chunks are then gone. `false` when unreachable.
 */
export const isUpdated = async (): Promise<boolean> => {
  const { pathname } = new URL(import.meta.url);
  const html = await fetchDocument();
  return html !== undefined && !html.includes(pathname);
};

/** Whether a reload would reach the server now. */
export const isReachable = async (): Promise<boolean> => (await fetchDocument()) !== undefined;
