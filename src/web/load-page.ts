import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A page's chunk must have come by then (spec §9). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A page that comes as a chunk of its own. */
export type LoadedPage = LazyExoticComponent<ComponentType>;

/** The page's chunk did not come: `message` says so, and why (spec §8). */
export class ChunkError extends Error {
  constructor(reason: string) {
    super(`Loading chunk failed: ${reason}`);
    this.name = 'ChunkError';
  }
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

/** A page as React shows it once its chunk is there; fails with a `ChunkError`. */
export const loadPage = (load: () => Promise<{ default: ComponentType }>): LoadedPage =>
  lazy(async () => {
    try {
      return await inTime(load());
    } catch (error) {
      throw new ChunkError(error instanceof Error ? error.message : String(error));
    }
  });
