import type { ComponentType } from 'react';

/** A chunk must have come by then. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** The chunk did not come: `message` says so, and why. */
export class ChunkError extends Error {
  constructor(reason: string) {
    super(`Loading chunk failed: ${reason}`);
    this.name = 'ChunkError';
  }
}

/** A page, or a part of one, that comes as a chunk of its own. */
export interface PageChunk<Props = object> {
  /** Ends when `Page` or `fault` is there; asking again while it loads is the same request. */
  load(): Promise<void>;
  Page?: ComponentType<Props>;
  fault?: ChunkError;
}

const inTime = async <Loaded>(loading: Promise<Loaded>): Promise<Loaded> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const reason = `no answer within ${CHUNK_TIMEOUT_MS / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(reason)), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** Says how a page's chunk is loaded, without loading it yet. */
export const loadPage = <Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): PageChunk<Props> => {
  let loading: Promise<void> | undefined;
  const fetchChunk = async (): Promise<void> => {
    try {
      chunk.Page = (await inTime(load())).default;
      delete chunk.fault;
    } catch (error) {
      chunk.fault = new ChunkError(error instanceof Error ? error.message : String(error));
    }
    loading = undefined;
  };
  const chunk: PageChunk<Props> = {
    load: () => {
      if (chunk.Page) return Promise.resolve();
      loading ??= fetchChunk();
      return loading;
    },
  };
  return chunk;
};
