import type { Attribution } from '#contract/attribution.ts';
import type { CallName } from '#contract/calls/all-calls.ts';
import { readAttribution } from '#web/routing/attribution.ts';
import type { Result } from '../client.ts';

/** Fields of a body that say where the visitor came from, and what it picked there. */
interface Source {
  attribution?: Attribution;
  chosenPlan?: string;
}

/**
 * Makes a call with where the visitor came from. A server that refuses the body, such as one of the version before,
 * gets it without that, so that the request itself is not lost.
 */
export const callAttributed = async <Name extends CallName>(
  call: (source: Source) => Promise<Result<Name>>,
  picked: Pick<Source, 'chosenPlan'> = {},
): Promise<Result<Name>> => {
  const attribution = readAttribution();
  const result = await call({ ...picked, ...(attribution && { attribution }) });
  const isRefused = !result.ok && result.failure.code === 'request_invalid';
  return isRefused ? call({}) : result;
};
