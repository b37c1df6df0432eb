import { join } from 'node:path';
import { ROOT } from '#build/root.ts';
import { type NodeProcess, startNode } from './node-process.ts';

/**
 * Starts `dist/server/main.js` with exactly these environment variables; resolves once it listens.
 *
 * @param nodeOptions options of Node itself, such as `--cpu-prof`
 */
export const startBuiltServer = (
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<NodeProcess> =>
  startNode([...nodeOptions, join(ROOT, 'dist', 'server', 'main.js')], {
    PORT: '0',
    DRAIN_MS: '0',
    ...env,
  });
